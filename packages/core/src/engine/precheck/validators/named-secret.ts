// SPDX-License-Identifier: Apache-2.0
import { kindChanges, passwordPlausibility, standsIn, tokenPlausibility, wordShare } from './plausible-secret.ts';
import type { Candidate, Validator } from './validator.ts';

/** How far before a value its name is looked for, in UTF-16 units. */
const NAME_REACH = 72;

/** Names that only secrets have. */
const STRONG_NAME =
  /secret|token|passw|passphrase|pwd|credential|api[\s_.-]{0,2}key|apikey|auth(?:entication|orization)?[\s_.-]{0,2}key|(?:access|private|client|consumer|app|application|master|account|licen[cs]e|encrypt(?:ion)?|signing|session|service|shared|preshared|query|insert|ingest|deploy|stream|subscription|activation|integration|server|storage|webhook|unseal|user|admin|developer|personal|rest|site|project|write|secure|recovery)[\s_.-]{0,2}key|authori[sz]ation|bearer|api[_-]?auth|oauth|jwt|\bauth\b|\bpat\b|_pat\b|sessionid|session[_-]id|sess[_-]?id|licen[cs]e|webhook/gi;
/** Any name that ends in key: a secret where the value is random enough. */
const WEAK_NAME = /\b[a-z][a-z0-9._-]{1,30}key|\bkey|\bsalt\w{0,3}|\bseed|\bcred|\bsig(?:nature)?/gi;
/** What may be between the end of a name and its value. */
const BETWEEN =
  /^[\w-]{0,24}[\]"'`)\\]{0,4}[ \t]{0,12}(?::\s{0,2}(?:&?'?static )?(?:str|string|bytes|char ?\*|Text)\s{0,2})?(?:[:=!~|>,([{-]{0,4}|is|was|as|of)[\s"'`([{@\\+]{0,10}(?:&quot;|u?b?r?["'`])?(?:(?:bearer|basic|token|apikey|key|value|default|sso|ssws|digest|secret|number)\b[\s:="'`\\]{0,6}){0,2}$/i;
/** Every name of a secret or a key holds one of these. */
const NAME_STEM = /secret|token|pass|pwd|cred|key|auth|bearer|jwt|pat\b|sess|licen|webhook|salt|seed|sig/i;
/** Names of things that are public, or of marks that open nothing. */
const NO_SECRET =
  /public|pub[_-]?key|cache|primary|foreign|partition|sort[_ -]?key|integrity|checksum|digest|\bsha-?\d|_sha\d?\b|\bmd5|\bcrc|commit|fingerprint|etag|idempoten|page[_-]?token|continuation|cursor|sync[_-]?token|kms|key[_ -]?id|keyid|token[_-]?(?:ids?|type|address|contract|counts?|limit)|tokeni[sz]|secret[_-]?(?:name|id|arn|ref)|[xc]srf|i18n|\bhash|thumbprint|revision|version|uuid|trace|\bspan|request[_-]?id|client[_-]?id|app[_-]?id|\bsri\b|\bnpm ERR|foreign|site[_-]?key|recaptcha|translation|locale|\bdoc[_-]?id/i;

/**
 * Vendors whose name stands right before a key often enough to be its name. Forges and registries are not among them:
 * digests follow those.
 */
const VENDOR_NAMES = String.raw`abstract(?:api)?|abuseipdb|accuweather|adafruit|adzuna|aeroworkflow|agora|airbrake|airship|airtable|airvisual|aiven|alchemy|algolia|alienvault|amplitude|apideck|apify|apilayer|appcues|appfollow|appsflyer|artifactory|asana|assemblyai|atera|auth0|autodesk|avaza|aviationstack|axonaut|bannerbear|baremetrics|beamer|bitfinex|bitly|bitmex|blazemeter|blynk|box|braintree|brandfetch|browserstack|bscscan|bugsnag|buildkite|bulksms|calendarific|calendly|campayn|cannyio|capsule|checkout|chartmogul|cicero|circleci|clearbit|clickhelp|clicksend|clickup|clockify|closecrm|cloudflare|cloudinary|cloudsmith|codacy|codecov|codeclimate|coinapi|coinbase|coinlayer|coinmarketcap|commercejs|confluent|contentful|convertkit|copper|coveralls|crowdin|cryptocompare|currencylayer|customer\.?io|datadog|databricks|deepgram|deepl|delighted|detectify|dfuse|diffbot|digitalocean|discord|doppler|dotdigital|drip|dropbox|dwolla|dynatrace|easypost|elastic|elevenlabs|enigma|etherscan|etsy|eventbrite|everhour|exchangerate|fastforex|fastly|feedier|figma|finnhub|firebase|fixer|flickr|flightapi|flutterwave|foursquare|freshbooks|freshdesk|fullstory|geckoboard|geoapify|geocodify|getresponse|gitter|glassnode|gocardless|grafana|graphhopper|gumroad|gyazo|harvest|helpscout|heroku|hetzner|honeycomb|hotjar|hubspot|humanity|hunter|infura|instabot|instana|intercom|ipapi|ipdata|ipgeolocation|ipify|ipinfo|ipquality(?:score)?|ipstack|jfrog|jotform|jumpcloud|jupiterone|kaggle|keen|klaviyo|kraken|kucoin|languagelayer|launchdarkly|leadfeeder|lemlist|lemonsqueezy|linear|linode|lob|locationiq|logdna|loggly|logz|lokalise|looker|mailboxlayer|mailchimp|mailerlite|mailgun|mailjet|mailmodo|mandrill|mapbox|maxmind|mediastack|meraki|messagebird|miro|mixmax|mixpanel|moderation|monday|moonclerk|mongodb|moralis|nasa|neon|netlify|newrelic|newsapi|nexmo|ngrok|nightfall|notion|numverify|nylas|oanda|okta|onesignal|onfleet|openai|openuv|openweather(?:map)?|opsgenie|optimizely|packagecloud|pagerduty|pandadoc|paperform|particle|paystack|pdflayer|peopledatalabs|pinata|pinecone|pipedream|pipedrive|plaid|planetscale|podio|polygon|positionstack|posthog|postmark|prefect|pushbullet|pusher|quickbase|quickbooks|rapidapi|rawg|readme|rebrandly|recharge|render|revenuecat|ringcentral|rollbar|rubygems|salesforce|saucelabs|scraperapi|scrapestack|screenshotapi|scrutinizer|securitytrails|segment|semaphore|sendbird|sendgrid|sendinblue|sentry|serpstack|shippo|shodan|shopify|shortcut|shotstack|signalwire|sinch|smartsheet|snyk|sonar(?:cloud|qube)?|sparkpost|spoonacular|spotify|square|squarespace|sslmate|stackhawk|statuscake|statuspage|storyblok|streak|stripe|strava|stytch|sumologic|supabase|surveymonkey|survicate|telegram|telnyx|thinkific|ticketmaster|timecamp|todoist|toggl|tomorrowio|tradier|travisci|trello|twelvedata|twilio|twitch|twitter|typeform|unsplash|upcdatabase|uploadcare|uptimerobot|userstack|vercel|virustotal|visualcrossing|vonage|vultr|walkscore|weatherbit|weatherstack|webflow|webscraping|whoxy|woocommerce|workday|worldcoinindex|wrike|yandex|yelp|zapier|zendesk|zenscrape|zenserp|zeplin|zipcodeapi|zoho|zoom|zulip`;
const VENDOR = new RegExp(
  String.raw`(?:^|[^a-z])(?:${VENDOR_NAMES})(?:[\s_-]{0,2}(?:api|app|rest|access|private|secret|token|key|id|live|prod|test|sdk|v\d)){0,4}[\s"'=:_-]{1,6}$`,
  'i',
);

/** The first letters of every vendor's name, five where it has so many. */
const VENDOR_STARTS: ReadonlySet<string> = new Set(
  VENDOR_NAMES.split('|').map((name) => (/^[a-z]*/.exec(name) as RegExpExecArray)[0].slice(0, 5)),
);

interface Named {
  readonly value: string;
  /** The text of the line before the value; of the line above where the value begins its own. */
  readonly before: string;
}

/** A run such as `api_key=f4K9…` holds its own name. */
function named({ value, text, start }: Candidate): Named {
  const bare = value.replace(/[=.\-_]+$/, '');
  const cut = bare.lastIndexOf('=') + 1;
  const at = start + cut;
  const window = text.slice(Math.max(0, at - NAME_REACH), at);
  const lines = window.split('\n');
  const own = lines.pop() ?? '';
  const above = lines.pop();
  const before = /^[\s"'`|>+-]*$/.test(own) && above !== undefined ? `${above.trimEnd()} ${own.trimStart()}` : own;
  return { value: bare.slice(cut), before };
}

function lastNamed(names: RegExp, before: string): boolean {
  let end = -1;
  for (const match of before.matchAll(names)) end = match.index + match[0].length;
  return end >= 0 && BETWEEN.test(before.slice(end));
}

/** Cheap: whether one of the names could stand before a value. Most long runs of ordinary text are the value of no name. */
function mayBeNamed(before: string): boolean {
  if (NAME_STEM.test(before)) return true;
  for (let i = 0, inWord = false; i < before.length; i++) {
    const letter = isLetter(before.charCodeAt(i));
    if (letter && !inWord && startsAsVendor(before.slice(i, i + 5).toLowerCase())) return true;
    inWord = letter;
  }
  return false;
}

const startsAsVendor = (word: string) =>
  VENDOR_STARTS.has(word) || VENDOR_STARTS.has(word.slice(0, 4)) || VENDOR_STARTS.has(word.slice(0, 3));
const isLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90);

/**
 * A run of letters and digits whose name says that it is a secret, or that a vendor's name stands before, or that is the
 * whole text. The name decides how random it must look.
 */
export const namedSecret: Validator = (candidate) => {
  const { value, before } = named(candidate);
  const alone = candidate.text.trim() === candidate.value;
  if (!alone && !mayBeNamed(before)) return 0;
  const plausible = tokenPlausibility(value);
  if (plausible === 0) return 0;
  if (lastNamed(STRONG_NAME, before)) return NO_SECRET.test(before.slice(-40)) ? 0 : plausible;
  if (value.length < 16 || NO_SECRET.test(before)) return 0;
  if (lastNamed(WEAK_NAME, before)) return /[:=]/.test(before.slice(-12)) || VENDOR.test(before) ? plausible * 0.8 : 0;
  if (VENDOR.test(before)) return plausible * 0.8;
  return alone && readsAsMachineMade(value) ? 0.7 : 0;
};

/** Letters and digits in no order: neither a digest, nor an identifier of a thing, nor a number, nor a file. */
function readsAsMachineMade(value: string): boolean {
  if (value.length < 20 || value.length > 400 || /^[0-9a-f-]+$/i.test(value) || /^sha\d|==$|\/.*\//.test(value))
    return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const cased = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return digits >= 4 && wordShare(value) < 0.3 && (cased || digits >= 8) && kindChanges(value) / value.length >= 0.12;
}

/** The value of an assignment to something called a secret, token or key. */
export const assignedSecret: Validator = (candidate) => {
  const { value, text, start, end } = candidate;
  if (NO_SECRET.test(text.slice(Math.max(0, start - 40), start)) || isCall(candidate)) return 0;
  if (/[^\x21-\x7e]/.test(value)) return 0;
  const token = tokenPlausibility(value);
  if (token > 0) return token;
  const quoted = isQuote(text[start - 1]) && isQuote(text[end]);
  if (value.length < 8 || standsIn(value) || !/\d/.test(value) || wordShare(value) >= 0.5) return 0;
  return passwordPlausibility(value, quoted) > 0 && kindChanges(value) >= 2 && /[A-Z\W_]/.test(value) ? 0.85 : 0;
};

/** The value of an assignment to something called a password: also one that a person chose. */
export const assignedPassword: Validator = (candidate) => {
  const { value, text, start, end } = candidate;
  if (isCall(candidate)) return 0;
  const opening = text[start - 1];
  const quoted = isQuote(opening);
  // Quotes that close elsewhere hold a sentence about passwords.
  if (quoted && text[end] !== opening && !/[\\&]/.test(text[end] ?? '')) {
    return text[end] === ' ' || text[end] === '\n' ? 0 : passwordPlausibility(value, false);
  }
  // What can be no password under any reading needs no look at its surroundings.
  if (passwordPlausibility(value, true) === 0) return 0;
  const listed = quoted && /,\s{0,3}[a-z]{0,2}$/i.test(text.slice(Math.max(0, start - 8), start - 1));
  return passwordPlausibility(value, (quoted && !listed) || isSetting(candidate));
};

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`';
}

function isCall({ text, end }: Candidate): boolean {
  return text[end] === '(' || (text[end] === '[' && !isQuote(text[end - 1]));
}

/** `NAME=value` or `name: value` alone on its line, or a value between tags. */
function isSetting({ text, start, end }: Candidate): boolean {
  // No further than needed: a text may be one line.
  const near = text.slice(Math.max(0, start - NAME_REACH), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const rest = /^[^\n]{0,3}/.exec(text.slice(end, end + 3))?.[0] ?? '';
  if (line.endsWith('>') && rest.startsWith('</')) return true;
  if (!/^(?:\s*(?:#.*)?|\s+#.*)$/.test(rest)) return false;
  return /^\s*(?:export |set |\$env:|-e |[#;] ?|[-*] )?[\w.[\]-]+(?:=|:\s{1,3})$/i.test(line);
}

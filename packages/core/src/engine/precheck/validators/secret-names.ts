// SPDX-License-Identifier: Apache-2.0
/** What stands before the value of a secret, and before what only looks like one. */
import type { Candidate } from './validator.ts';

/** Within so many units before a value a word such as `public` speaks of its name. */
const NEAR_NAME = 40;
/** The end of what stands before a value, without the members or parameters before its name. */
export const nearestName = (before: string) =>
  before.slice(-NEAR_NAME).replace(/^.*[,;&](?=.*[\w"'\])]\s{0,3}[:=])/s, '');

/** How far before a value its name is looked for, in UTF-16 units. */
export const NAME_REACH = 72;

/** Names that only secrets have. */
export const STRONG_NAME =
  /secret|token|passw|passphrase|pwd|credential|api[\s_.-]{0,2}key|apikey|auth(?:entication|orization)?[\s_.-]{0,2}key|(?:access|private|client|consumer|app|application|master|account|licen[cs]e|encrypt(?:ion)?|signing|session|service|shared|preshared|query|insert|ingest|deploy|stream|subscription|activation|integration|server|storage|webhook|unseal|user|admin|developer|personal|rest|site|project|write|secure|recovery)[\s_.-]{0,2}key|authori[sz]ation|bearer|api[_-]?auth|oauth|jwt|\bauth\b|auth[_-]?(?:string|pass)|\bpat\b|_pat\b|sessionid|session[_-]id|sess[_-]?id|licen[cs]e|webhook|_salt|authtok|(?:mfa|otp|2fa)[\s_.-]?(?:seed|secret|key)|jeton|\bllave|heslo|has[lł]o\b|\bmdp|contrase[nñ]a|kennwort|schl(?:ue|ü)ssel|\bcl[eé][_ -](?:d[_ ’'-]{0,3})?(?:api|secr)|clave|chave|senha|salasana|l[oö]senord|wachtwoord|парол|ключ|密钥|密鑰|密码|密碼|令牌|トークン|シークレット/gi;
/** Any name that ends in key: a secret where the value is random enough. */
export const WEAK_NAME =
  /\b[a-z][a-z0-9._-]{1,30}key|\bkey|\bsalt\w{0,3}|\bseed|\bcred|\bsig(?!n)|[a-z.]{0,20}login|\bpsk/gi;
/** A name in capitals right before a value, as tools print it. */
export const SHOUTED = /(?:^|[^A-Za-z])(?:[A-Z]{2,12}[ _])?(?:KEY|ACCESS|CREDENTIALS?)[ \t]{1,3}["']?$/;
/** What may be between the end of a name and its value. */
export const BETWEEN =
  /^[\w-]{0,24}(?: (?:de|du|da|do|of|for|für|para|pour|di|del|von|zu) [\p{L}-]{1,20}){0,2}[\]"'`)\\]{0,4}(?:\[\d{0,4}\])?[ \t]{0,24}(?::\s{0,2}&?(?:'?static )?(?:str|string|bytes|char ?\*|Text)\s{0,2}|(?:as )?string(?= = )\s|(?:=|:=)?\s?(?=\|\|))?(?:[:=!~|><,.?+([{-]{0,5}|or|is|was|as|of|ist|lautet|est|es|é|è)\s{0,2}["'`]?(?:(?:<\/[\w:-]{1,24}>\s{0,8})?<[\w:-]{1,24}>\s{0,8}|<!\[CDATA\[|<<[-~]?["']?[A-Z]{2,10}|\$\{\w{1,40}:[-=]?|\|(?=\s)|(?:new )?(?:\[\]byte|bytes|(?:base64\.)?b64decode|base64_decode|decode|encode|atob|string(?:::from)?|str|SecretStr|Buffer\.from|(?:\w{1,8}\.){0,3}(?:GetBytes|FromBase64String|fromhex|unhexlify|DecodeString|decodeHex|a2b_hex)|Some|Text|qq?|type: string\s+default:?)(?=[(\s]))?[\s"'`([{@\\+]{0,24}(?:&quot;|u?b?r?["'`])?(?:(?:bearer|basic|ntlm|negotiate|token|apikey|key|value|default|sso|ssws|digest|secret|number)\b[\s:="'`\\]{0,6}){0,2}$/iu;
const STEMS = String.raw`secret|token|pass|pwd|cred|key|auth|bearer|jwt|pat\b|sess|licen|webhook|salt|seed|sig|login|psk|jeton|llave|authtok|heslo|haslo|mdp|contrase|kennwort|schl|cle_|cle-|cle |clave|chave|senha|salasana|senord|wachtwoord`;
/** Every name of a secret or a key holds one of these, begun by three letters, or one that is not ASCII. */
export const NAME_STEMS: readonly string[] = STEMS.split('|');
export const NAME_STEM = new RegExp(`${STEMS}|hasło|clé[_ -]|парол|ключ|密|令牌|トークン|シークレット`, 'i');
/** Names of things that are public, or of marks that open nothing. */
export const NO_SECRET =
  /public(?![ \t]{1,3}(?:static|final|const|readonly|override|virtual|var|let|string|\$|char|byte))|pub[_-]?key|\barn:|secrets?manager|encrypted[_ -]?data|\benc\[|cache|primary|foreign|partition|sort[_ -]?key|integrity|checksum|digest|\bsha-?\d|_sha\d?\b|\bmd5|\bcrc|commit|fingerprint|etag|idempoten|page[_-]?token|continuation|cursor|sync[_-]?token|websocket|instrumentation|kms|key[_ -]?id|keyid|token[_-]?(?:ids?|type|address|contract|counts?|limit)|tokeni[sz]|secret[_-]?(?:name|id|arn|ref)|[xc]srf|i18n|\bhash(?!_?salt)|thumbprint|revision|version|uuid|trace|\bspan|request[_-]?id|client[_-]?id|app[_-]?id|\bsri\b|gpg[_-]?key|\bnpm ERR|foreign|site[_-]?key|recaptcha|translation|verification|locale|\bdoc[_-]?id|badge\.svg/i;

/**
 * Vendors whose name stands right before a key often enough to be its name. Forges and registries are not among them:
 * digests follow those.
 */
const VENDOR_NAMES = String.raw`abstract(?:api)?|abuseipdb|accuweather|adafruit|adzuna|aeroworkflow|agora|airbrake|airship|airtable|airvisual|aiven|alchemy|algolia|alienvault|amplitude|apideck|apify|apilayer|appcues|appfollow|appsflyer|artifactory|asana|assemblyai|atera|auth0|autodesk|avaza|aviationstack|axonaut|bannerbear|baremetrics|beamer|bitfinex|bitly|bitmex|blazemeter|blynk|box|braintree|brandfetch|browserstack|bscscan|bugsnag|buildkite|bulksms|calendarific|calendly|campayn|cannyio|capsule|checkout|chartmogul|cicero|circleci|clearbit|clickhelp|clicksend|clickup|clockify|closecrm|cloudflare|cloudinary|cloudsmith|codacy|codecov|codeclimate|coinapi|coinbase|coinlayer|coinmarketcap|commercejs|confluent|contentful|convertkit|copper|coveralls|crowdin|cryptocompare|currencylayer|customer\.?io|datadog|databricks|deepgram|deepl|delighted|detectify|dfuse|diffbot|digitalocean|discord|doppler|dotdigital|drip|dropbox|dwolla|dynatrace|easypost|elastic|elevenlabs|enigma|etherscan|etsy|eventbrite|everhour|exchangerate|fastforex|fastly|feedier|figma|finnhub|firebase|fixer|flickr|flightapi|flutterwave|foursquare|freshbooks|freshdesk|fullstory|geckoboard|geoapify|geocodify|getresponse|gitter|glassnode|gocardless|grafana|graphhopper|gumroad|gyazo|harvest|helpscout|heroku|hetzner|honeycomb|hotjar|hubspot|humanity|hunter|infura|instabot|instana|intercom|ipapi|ipdata|ipgeolocation|ipify|ipinfo|ipquality(?:score)?|ipstack|jfrog|jotform|jumpcloud|jupiterone|kaggle|keen|klaviyo|kraken|kucoin|languagelayer|launchdarkly|leadfeeder|lemlist|lemonsqueezy|linear|linode|lob|locationiq|logdna|loggly|logz|lokalise|looker|mailboxlayer|mailchimp|mailerlite|mailgun|mailjet|mailmodo|mandrill|mapbox|maxmind|mediastack|meraki|messagebird|miro|mixmax|mixpanel|moderation|monday|moonclerk|mongodb|moralis|nasa|neon|netlify|newrelic|newsapi|nexmo|ngrok|nightfall|notion|numverify|nylas|oanda|okta|onesignal|onfleet|openai|openuv|openweather(?:map)?|opsgenie|optimizely|packagecloud|pagerduty|pandadoc|paperform|particle|paystack|pdflayer|peopledatalabs|pinata|pinecone|pipedream|pipedrive|plaid|planetscale|podio|polygon|positionstack|posthog|postmark|prefect|pushbullet|pusher|quickbase|quickbooks|rapidapi|rawg|readme|rebrandly|recharge|render|revenuecat|ringcentral|rollbar|rubygems|salesforce|saucelabs|scraperapi|scrapestack|screenshotapi|scrutinizer|securitytrails|segment|semaphore|sendbird|sendgrid|sendinblue|sentry|serpstack|shippo|shodan|shopify|shortcut|shotstack|signalwire|sinch|smartsheet|snyk|sonar(?:cloud|qube)?|sparkpost|spoonacular|spotify|square|squarespace|sslmate|stackhawk|statuscake|statuspage|storyblok|streak|stripe|strava|stytch|sumologic|supabase|surveymonkey|survicate|telegram|telnyx|thinkific|ticketmaster|timecamp|todoist|toggl|tomorrowio|tradier|travisci|trello|twelvedata|twilio|twitch|twitter|typeform|unsplash|upcdatabase|uploadcare|uptimerobot|userstack|vercel|virustotal|visualcrossing|vonage|vultr|walkscore|weatherbit|weatherstack|webflow|webscraping|whoxy|woocommerce|workday|worldcoinindex|wrike|yandex|yelp|zapier|zendesk|zenscrape|zenserp|zeplin|zipcodeapi|zoho|zoom|zulip`;
export const VENDOR = new RegExp(
  String.raw`(?:^|[^a-z])(?:${VENDOR_NAMES})(?:[\s_-]{0,2}(?:api|app|rest|access|private|secret|token|key|id|live|prod|test|sdk|v\d)){0,4}[\s"'=:_-]{1,6}$`,
  'i',
);

/** The first letters of every vendor's name, five where it has so many. */
export const VENDOR_STARTS: ReadonlySet<string> = new Set(
  VENDOR_NAMES.split('|').map((name) => (/^[a-z]*/.exec(name) as RegExpExecArray)[0].slice(0, 5)),
);

/** What only a key opens may be shown. */
const ENCRYPTED = /encrypted|sealed|\bsops\b|\benc[[(]/i;
export const isEncrypted = ({ text, start }: Candidate) =>
  ENCRYPTED.test(text.slice(Math.max(0, start - NAME_REACH), start));

// SPDX-License-Identifier: Apache-2.0
/** Orders to an assistant that somebody said in a tale, or that stand on a mug. */
import { IS_KIND, isOrderedBeside, sentenceBefore, sentenceBehind, TO_READER, words } from './talked-about.ts';

/** Somebody who is neither writer nor reader, and gives no orders to assistants. */
const SOMEBODY =
  "(?:[Hh]e|[Ss]he|[Tt]hey|[Ii]t|who|that|which|[Ss]omebody|[Ss]omeone|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Aa]n?|[Oo]ne|[Ss]ome|[Tt]he)(?: [\\p{L}'’-]{2,16}){1,4}|\\p{Lu}\\p{Ll}{1,14}(?: \\p{Lu}\\p{Ll}{1,14})?)";
const SAID =
  "(?:said|typed|shouted|yelled|joked|muttered|whispered|mumbled|printed|wrote|texted|posted|tweeted|sang|chanted|painted|sprayed|put|announced|quipped|screamed|cried|hissed|entered|pasted|told (?:us|me|them|him|her|everyone|the class)|ended (?:[\\p{L}'’-]{1,12} ){1,3}with)";
const SOMEBODY_SAID = new RegExp(
  `(?<!\\p{L})${SOMEBODY} (?:\\p{L}{2,12} )?${SAID}(?: [\\p{L}'’-]{1,12}){0,3}[:,]?\\s{1,2}$`,
  'u',
);
const SAID_ABROAD = new RegExp(
  `${words('sagte|rief|schrie|tippte|schrieb|a (?:dit|crié|écrit|tapé|lancé)|disait|cria|dijo|gritó|escribió|tecleó|disse|gritou|digitou|ha (?:detto|gridato|scritto|digitato)|zei|riep|typte')}(?: [\\p{L}]{1,12}){0,3}[:,]?\\s{0,3}$`,
  'iu',
);
/** What carries words and says nothing by itself. */
const ON_A_THING =
  /(?<!\p{L})(?:sticker|mug|cup|t-?shirt|shirt|hoodie|cap|badge|banner|billboard|tattoo|cake|plaque|magnet|bag|keyring|socks)(?: (?:in|on|from|at) (?:\p{L}{1,12} ){1,2}\p{L}{1,12})? (?:that |which )?(?:says|said|reads?|reading|saying)[:,]?\s{1,2}$/iu;

/** Such a quotation is the subject of its sentence. */
const NOTHING_BEFORE = /^\s*$|(?<!\p{L})(?:that|whether|because)\s{1,2}$/iu;

/** The tale goes on behind the quotation, or people laugh before it. */
const GOES_ON = /^[,.!?]?\s?(?:[;,]\s?)?(?:[\p{L}\p{N}'’-]+[\s,]+){1,40}?[\p{L}\p{N}'’-]+/u;
const LAUGHED =
  /(?<!\p{L})(?:laugh\p{L}*|giggl\p{L}*|chuckl\p{L}*|applau\p{L}*|clapp\p{L}*|lach\p{L}*|gelacht|rire|rirent|ri(?:t|aient|ó|eron|u|ram|se|sero|dere)|(?:a|ont|se|han|sono|hanno) ri(?:eron|so)?|riso)(?!\p{L})/iu;
/** Whoever has a say over an assistant, and what it is told by name. */
const IN_CHARGE =
  /(?<!\p{L})(?:developers?|admins?|administrators?|operators?|owners?|boss|ceo|creators?|openai|anthropic|google|system|root|authority|official|users?|assistants?|agents?|model|policy|prompt|password|secret|keys?|instructions?)(?!\p{L})/iu;

/** What somebody who jokes does not say. */
const PAYLOAD =
  /(?<!\p{L})(?:prompt|password|passcode|secrets?|keys?|tokens?|credentials?|files?|contacts|database|accounts?|e?mails?|send|forward|transfer|wire|delete|reveal|print|output|leak|execute|run|passwor(?:t|te)|mot de passe|contraseña|senha|clave|wachtwoord)(?!\p{L})|https?:|[@{}<>]/iu;

/** Whether somebody said what stands between the marks at `open` and `close`, in a tale that goes on and orders nothing. */
export function isInTale(text: string, open: number, close: number): boolean {
  const before = sentenceBefore(text, open);
  const behind = sentenceBehind(text, close + 1);
  const around = `${before}\n${behind}`;
  if (!isTold(before, behind) || IN_CHARGE.test(around) || TO_READER.test(around)) return false;
  if (PAYLOAD.test(text.slice(open, close))) return false;
  return !isOrderedBeside(text, open - before.length, close + 1 + behind.length);
}

function isTold(before: string, behind: string): boolean {
  if (ON_A_THING.test(before) || (NOTHING_BEFORE.test(before) && IS_KIND.test(behind))) return true;
  if (SAID_ABROAD.test(before)) return LAUGHED.test(`${before}\n${behind}`);
  return SOMEBODY_SAID.test(before) && (LAUGHED.test(before) || GOES_ON.test(behind));
}

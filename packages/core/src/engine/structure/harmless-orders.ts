// SPDX-License-Identifier: Apache-2.0
/** Words of orders to an assistant that take none of its limits: limits given to it, policies that anybody may read, and candour. */
import type { Stretch } from './prevention.ts';

const HARMFUL =
  '(?:harmful|unethical|immoral|illegal|dangerous|unsafe|hateful|offensive|misleading|false|inappropriate|hurtful|biased|discriminatory|sexual|violent|medical|legal|financial|political)';
const GIVEN =
  '(?:advice|answers?|content|instructions?|information|material|replies|responses?|output|jokes|claims|statements|suggestions|help|topics|recommendations)';
/** A denial that no other one turns round: "you never refuse to give harmful advice" is no limit. */
const DENIED =
  "(?<!(?:never|not|n['’]t|no longer|stop|without|cannot|nor) (?:\\p{L}{1,12} ){0,2})(?:(?:never|(?:do|must|should|will|shall|may|can) not|don['’]t|won['’]t|mustn['’]t|refuses? to|declines? to|avoids?|without) (?:ever )?(?:giv(?:e|es|ing)|provid(?:e|es|ing)|offer(?:s|ing)?|produc(?:e|es|ing)|writ(?:e|es|ing)|generat(?:e|es|ing)|shar(?:e|es|ing)|says?|mak(?:e|es|ing)|help(?:s|ing)? with|assist(?:s|ing)? with|discuss(?:es|ing)?)(?: (?:any|users?|people|anyone|them|me|you))?)";
const LIMIT = `${DENIED} ${HARMFUL}(?:(?:,| or| and|, or|, and) ${HARMFUL}){0,4} ${GIVEN}`;

/** What a house tells everybody. */
const PUBLIC =
  "(?:your|the|our|your company['’]s|the company['’]s) (?:current |company |full |latest )?(?:(?:password|privacy|refund|returns?|cookie|data retention|retention|security|cancellation|attendance|expense|travel|leave|holiday|sick leave|warranty|shipping|delivery|dress|smoking|pet|homework|late|late work|grading|absence|visitor|complaints?|moderation|accessibility|sustainability|vaccination|parking|booking|luggage|baggage|price match) (?:policy|policies|rules|guidelines|code)|opening (?:hours|times)|office hours|price list|menu|timetable|code of conduct|terms (?:of use|of service|and conditions)|house rules)";

/** A person who says what they think of somebody's work; nothing else is let go with it. */
const FRANK =
  '(?:coach|critic|friend|comedian|chef|judge|teacher|stylist|editor|reviewer|trainer|sergeant|mentor|sister|brother|mother-in-law|grandmother|grandma|aunt|colleague|interviewer|recruiter|designer|director|producer|agent|parent|teenager|toddler|food critic|sommelier|hairdresser|adviser|advisor|counsellor|counselor)';
const CANDOUR = `(?:(?<=${FRANK}) (?:with|has|who has|and) no filters?|(?:opinion|feedback|review|take|thoughts|truth|critique|roast)(?: on [^.!?\\n]{1,40})?,? (?:with )?no filters?)(?! ?(?:,|or|and|on|for|from|at all|against)(?!\\p{L})(?! ?(?:tell|rate|say|give|judge|review|roast|help|look|comment|is|are|does|do|what|how|please|pls)(?!\\p{L})))`;

/** A value that is to be put in: `password: <your password>`. What is asked for by name is behind it and not between the marks. */
const WHOSE =
  '(?:your|my|the|a|new|some|dein|deine|deinen|ihr|ihre|mein|das|votre|ton|mon|le|tu|su|mi|la|tua|sua|minha|a|il|lo|je|jouw|uw|mijn|insert|enter|paste|choose|type|put|own|strong|secure|temporary|current|db|database|root|user|wifi|wi-fi|smtp|email|e-mail|ftp|ssh|account)';
const VALUE =
  '(?:passwords?|passwort|kennwort|passphrase|passcode|mot[ _-]de[ _-]passe|contraseña|senha|wachtwoord|pin|codes?|tokens?|api[ _-]?keys?|keys?|secrets?|secret[ _-]keys?|access[ _-]keys?|user ?names?|logins?|names?)';
const PLACEHOLDER = `(?=[<[({$])(?<=(?:${VALUE}|pass|pwd|passwd) ?[:=] {0,2}["']?)(?:[<[(]|\\{{1,2}|\\$\\{) ?(?:${WHOSE}[ _-]){0,3}${VALUE}(?:[ _-]here)? ?(?:[>\\])]|\\}{1,2})`;

/** What a password is made of. */
const MADE_OF =
  '(?:(?:the|your|my|new|this) )?pass(?:words?|phrases?|codes?) (?:must|should|may|can|cannot|needs? to|ha(?:s|ve) to|shall) (?:not |never |also )?(?:contain|include|consist of|have|start with|end with|match|differ from|expire|be (?:at least|between|longer|shorter|unique|strong|different|\\d))[^.!?;:\\n]{0,60}';

const HARMLESS = new RegExp(
  `(?<!\\p{L})(?:${LIMIT}|${PUBLIC}|${MADE_OF})(?!\\p{L})|${CANDOUR}(?!\\p{L})|${PLACEHOLDER}`,
  'giu',
);
/** Who asks for what is behind it, or for all of it to be let go, is read whole. */
const BESIDES =
  /\b(?:ignor\p{L}*|disregard\p{L}*|forget|override\p{L}*|bypass\p{L}*|until|unless|except|but|however|opposite|no longer|anymore|system prompt|hidden|secret|uncensored|unfiltered|unrestricted|jailbr\p{L}*|dan|anything)\b/iu;
const MOST = 16;

/** Such words; half open, in UTF-16 units, in order. */
export function harmlessOrders(text: string): readonly Stretch[] {
  if (BESIDES.test(text)) return [];
  return [...text.matchAll(HARMLESS)]
    .slice(0, MOST)
    .map(({ index: start, 0: { length } }) => ({ start, end: start + length }));
}

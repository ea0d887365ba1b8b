// SPDX-License-Identifier: Apache-2.0
/**
 * Orders to an assistant that a text talks about: as the subject of a sentence ("Ignoring previous instructions is a known
 * attack"), and as what attackers want.
 */

export const words = (source: string) => `(?<![\\p{L}\\p{M}])(?:${source})(?![\\p{L}\\p{M}])`;
const anyWord = (...sources: readonly string[]) => new RegExp(words(sources.join('|')), 'iu');

/** UTF-16 units of a sentence on either side, and of what stands beside it. */
const SENTENCE_REACH = 240;
const BESIDE = 320;
const SENTENCE_END = /[.!?;\n。！？]/u;

/** What such an order is called, by those who don't give it. */
const KINDS = [
  'attacks?|attempts?|risks?|threats?|failures?|bugs?|flaws?|vulnerabilit(?:y|ies)|weakness(?:es)?|problems?|issues?|errors?|mistakes?|tests?|injections?|jailbreaks?|exploits?|tricks?|techniques?|tactics?|jokes?|memes?|violations?|breach(?:es)?|dangers?|concerns?|limitations?|llm01|what (?:an?|the|many|most|all) (?:attackers?|injections?|hackers?|jailbreaks?|trolls?)|(?:attackers?|testers?|hackers?|trolls?|people) (?:try|type|use|write)',
  '\\p{L}*(?:angriff|injection|lücke|risiko|fehler|schwachstelle|problem|verstoß|trick)(?:e?s|en?)?',
  'attaques?|failles?|risques?|erreurs?|vulnérabilités?|problèmes?|défauts?|menaces?',
  'ataques?|fallos?|riesgos?|errores|error|vulnerabilidad(?:es)?|problemas?|amenazas?|falhas?|riscos?|erros?|vulnerabilidades?|ameaças?',
  'attacc(?:o|hi)|rischi?o?|error[ei]|vulnerabilità|problem[ai]|minacc(?:ia|e)|falle?',
  "aanval(?:len)?|fout(?:en)?|risico['’]?s?|kwetsbaarhe(?:id|den)|probleem|zwakte",
].join('|');
const IS =
  'is|are|was|were|remains?|became|becomes|counts? (?:as|among)|ranks? (?:as|among)|ist|sind|war|gilt als|zählt zu|bleibt|est|sont|était|constitue|reste|es|son|era|constituye|sigue siendo|é|são|foi|constitui|è|sono|costituisce|resta|rimane|geldt als|blijft';
/** Right behind what is talked about. */
export const IS_KIND = new RegExp(
  `^[^.!?;:\\n]{0,30}?${words(IS)} (?:[\\p{L}'’-]{1,16},? ){0,7}?${words(KINDS)}|^[^.!?;:\\n]{0,12}?(?:(?:rarely|seldom|hardly|no longer|sometimes|often|usually) (?:works?|succeeds?|happens?)|(?:can|may|might|could) (?:happen|occur)|(?:works?|succeeds?|happens?) (?:rarely|seldom|less|sometimes|often))(?!\\p{L})`,
  'iu',
);
/** "Is ignoring previous instructions a known attack?" */
const ASKED_BEFORE = /(?:^|[\s,(])(?:is|was|does|are|can)\s{1,2}$/iu;
const ASKED_KIND = new RegExp(
  `^ (?:count as |rank as |be )?(?:an?|one of) (?:[\\p{L}-]{1,16} ){0,3}?${words(KINDS)}`,
  'iu',
);

/** What is done in such an order, as the subject of a sentence. */
const AS_SUBJECT =
  /^[\s"'“(]*(?:(?:das|el|il|het|o|le) )?(?:(?:trying to )?(?:telling|asking|getting|making|tricking|ordering|instructing|make|get|trick) (?:[\p{L}'’-]{1,16} ){1,6}?(?:to )?\p{L}|(?:ignor|disregard|forgett|overrid|bypass|dropp|evad|skipp|discard|neglect|circumvent|reveal|leak|print|disclos|extract|expos)ing |(?:ignorieren|missachten|umgehen|übergehen|vergessen|überschreiben|ignorer|contourner|oublier|négliger|outrepasser|ignorar|olvidar|omitir|saltarse|desobedecer|esquecer|contornar|ignorare|dimenticare|aggirare|negeren|vergeten|omzeilen) )/iu;

/** Up to the order: who wants it, or what it is an explanation of. */
const ATTACKERS = new RegExp(
  `${words('attackers?|adversar(?:y|ies)|hackers?|(?:prompt )?injections?|injected (?:texts?|lines?|prompts?|instructions?)|jailbreaks?|hidden (?:text|lines?|prompts?)|malicious (?:texts?|pages?|documents?|mails?|users?|prompts?)|trolls|pranksters?|red[ -]team(?:ers?|s)?|testers|participants')}[^.!?;"“\\n]{0,60}?(?:${words('(?:ask|tell|get|mak|trick|instruct|convinc|caus|want|try|tri|order)(?:e?s|ed|ing|e)?|told|made|got')})[^.!?;:"“\\n]{0,50}$`,
  'iu',
);
const DEFINED =
  /(?<!\p{L})(?:prompt injections?|jailbreaking)(?: attacks?)?(?::| means| is| describes| happens)[^.!?;"“\n]{0,30}(?<!\p{L})(?:mak|gett|trick|caus|tell)(?:es|ing|s)[^.!?;:"“\n]{0,40}$/iu;
const ATTACKERS_ABROAD = new RegExp(
  `${words('angreifer\\p{L}*|prompt[ -]?injections?|attaquants?|(?:injection|attaque) de prompts?|atacantes?|inyecci(?:ón|ones) de prompts?|injeç(?:ão|ões) de prompts?|aggressori|attaccanti|aanvallers?')}[^.!?;:"“„«\\n]{0,40}?${words('(?:bedeut|versuch|will|woll|bring|bitt|consist|signifi|vis|cherch|demand|tent|veul|busc|intent|pid|quier|pret[eé]nd|ped|quer|chied|cerc|mir|vogl|prob|vrag|wil|beteken)\\p{L}*')}[^.!?;:"“„«\\n]{0,60}$`,
  'iu',
);

/** Up to the order and behind it: a reader that was told so, and refused. */
const WAS_TOLD =
  /(?<!\p{L})(?:was|were|is|been|being|gets?|got) (?:\p{L}{2,10} )?(?:told|asked|ordered|instructed) to\s{1,2}$/iu;
const AND_REFUSED =
  /^[^.!?;"\n]{0,40}?,? (?:and|but|yet|which) (?:\p{L}{2,10} ){0,2}?(?:refused|declined|did not|didn['’]t|resisted|ignored (?:it|that|this)|stayed)(?!\p{L})/iu;

/** Who speaks to the reader, or makes an exception, in the same sentence. */
export const TO_READER = anyWord(
  "you|your|yours|yourself|you['’]\\p{L}+|u|ur|now|please|duty|task|job|goal|mission|required?|mandatory|only|unless|except|but|so|therefore|hence|until|then|next|obey\\p{L}*|comply|complies|follow\\p{L}*|perform|apply|do (?:it|so|that|this|the same)|just do|no|not|never|none|let['’]?s|henceforth|from here on|assistant (?:must|shall|should|will|has)|(?:must|shall|has to|have to|needs? to) (?:be|now|also|join|obey|comply|follow|do|ignore|accept)|right|correct|good|allowed|permitted|agreed?|want|wants|wanted|here",
  'du|dein\\p{L}{0,2}|dir|dich|euch|euer|sie müssen|jetzt|nun|bitte|aufgabe|pflicht|kein\\p{L}{0,2}|nicht|sondern|nur|mach\\p{L}*|führe?|tu|ab sofort|also',
  "ton|ta|tes|toi|vous|votre|vos|maintenant|désormais|tâche|devoir|pas|mais|seulement|fais|faites|fais-\\p{L}+|exécut\\p{L}*|donc|alors|s['’]il",
  'tus|ti|tú|ahora|tarea|deber|hazlo|haz|pero|sino|solo|ejecut\\p{L}*|tua|teu|sua|seu|você|agora|tarefa|não|mas|faça|faz|então',
  'tuo|tua|tuoi|adesso|ora|compito|dovere|non|ma|fallo (?:subito|anche|pure)|fai|quindi|dunque|esegui|voi',
  'je|jij|jouw|u|uw|taak|plicht|niet|geen|maar|alleen|doe|nu|dus|voer',
);
/** What orders something beside it, after all. */
const ORDERED_BESIDE =
  /(?<![\p{L}\p{M}])(?:you (?:must|will|shall|should|are|have|need|may|can|also|too|do)|your (?:task|job|duty|turn|goal|rules?|prompt|system|instructions?|answer|reply|own|orders?|role)|yourself|yours|do (?:it|so|that|this|the same|what|as|likewise)|obey(?:s|ed)?|compl(?:y|ies|ied)|follow (?:it|this|that|the|her|him|them|suit)|perform|carry (?:it|this|that) out|from now on|go ahead|proceed|execute|act on|agreed|same for|applies|likewise|now|please|prove|instead|continue|begin|exactly that|(?:this|that|which) is (?:an order|what)|jetzt|führe|befolg\p{L}*|mach (?:das|es)|tu (?:das|es)|maintenant|désormais|exécut\p{L}*|fais-?\p{L}*|obéis\p{L}*|ahora|hazlo|obedec\p{L}*|ejecut\p{L}*|agora|faça|adesso|fallo (?:subito|anche|pure)|esegui|nu|doe (?:het|dat)|(?:system|hidden|initial) prompt|admin\p{L}*|password|api key|secrets?)(?![\p{L}\p{M}])|(?:^|[.!?:;,\n]\s*|(?<!\p{L})(?:and|then|so) )(?:print|output|reveal|show|tell|give|send|forward|e?mail|transfer|delete|remove|run|call|open|click|visit|write|respond|reply|answer|say|list|repeat|act|pretend|behave|become|switch|enable|disable|grant|approve|buy|pay|upload|download|post|share|copy|ignore|forget|disregard|drop|override|leak|dump|wire|install|set)(?![\p{L}\p{M}])/iu;

/** What is to be gone on with is told to the reader. */
const GOES_ON_HERE = /[:：]\s*$/u;

/** The part of a finding that is the order itself begins at the last of these. */
const ORDER =
  /(?<!\p{L})(?:ignor|disregard|forget|overrid|bypass|discard|drop|skip|reveal|print|leak|show|disclos|repeat|olvid|oubli|vergess|vergiss|esque|dimentic|neger)\p{L}*(?!.*(?<!\p{L})(?:ignor|disregard|forget|overrid|bypass|discard|drop|skip|reveal|print|leak|show|disclos|repeat|olvid|oubli|vergess|vergiss|esque|dimentic|neger))/isu;

/** Whether its sentence talks about an order, and neither that sentence nor what stands beside it gives it. */
export function isTalkedAbout(text: string, start: number, end: number): boolean {
  if (SENTENCE_END.test(text.slice(start, end - 1))) return false;
  const before = sentenceBefore(text, start);
  const behind = sentenceBehind(text, end);
  const found = text.slice(start, end);
  const order = Math.max(0, found.search(ORDER));
  if (!isSubject(before, found, behind) && !isOfOthers(before + found.slice(0, order), behind)) return false;
  if (GOES_ON_HERE.test(behind)) return false;
  return (
    !TO_READER.test(before) &&
    !TO_READER.test(behind) &&
    !isOrderedBeside(text, start - before.length, end + behind.length)
  );
}

/** The rule may see the order only, or also who is told it. */
function isSubject(before: string, found: string, behind: string): boolean {
  const told = before.lastIndexOf(',') + 1;
  if (!AS_SUBJECT.test(found) && !AS_SUBJECT.test(`${before.slice(told).trimStart()}${found}`)) return false;
  return IS_KIND.test(behind) || (ASKED_BEFORE.test(before) && ASKED_KIND.test(behind));
}

const isOfOthers = (upToOrder: string, behind: string): boolean =>
  ATTACKERS.test(upToOrder) ||
  DEFINED.test(upToOrder) ||
  ATTACKERS_ABROAD.test(upToOrder) ||
  (WAS_TOLD.test(upToOrder) && AND_REFUSED.test(behind));

export function isOrderedBeside(text: string, start: number, end: number): boolean {
  const beside = `${text.slice(Math.max(0, start - BESIDE), start)}\n${text.slice(end, end + BESIDE)}`;
  return ORDERED_BESIDE.test(beside) || GOES_ON_HERE.test(beside);
}

/** Up to an offset; a blank behind the end of another sentence is left out. */
export function sentenceBefore(text: string, at: number): string {
  return (
    text
      .slice(Math.max(0, at - SENTENCE_REACH), at)
      .split(SENTENCE_END)
      .at(-1) as string
  ).replace(/^\s+(?=\S)/u, '');
}

export function sentenceBehind(text: string, at: number): string {
  const rest = text.slice(at, at + SENTENCE_REACH);
  // A mark of its own may end what is quoted and not the sentence.
  return rest.split(/[.!?\n。！？]/u, 1)[0] as string;
}

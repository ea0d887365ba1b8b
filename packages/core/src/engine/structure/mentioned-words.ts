// SPDX-License-Identifier: Apache-2.0
/** Words of contempt between marks that a text reports of others and takes its distance from: history, complaints, lessons. */
import type { Stretch } from './prevention.ts';
import { quotedParts } from './quoted-parts.ts';
import { PASSED_ON } from './told-words.ts';

/** Beginnings of words; scripts without spaces have none. */
const stems = (...lists: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${lists.join('|')})`, 'iu');
const inText = (stemmed: RegExp, anywhere: string) => new RegExp(`${stemmed.source}|${anywhere}`, 'iu');

/** Somebody used it: who called whom so, or that it is a word. */
const USED = inText(
  stems(
    'word\\b|term\\b|slurs?\\b|expression|label|propaganda|posters?\\b|newspaper|press\\b|regime|called\\b|calls\\b|described|wrote\\b|writes\\b|said\\b|says\\b|shouted|posted|used\\b|spoke of|referred to',
    'wort\\b|begriff|ausdruck|bezeichn|zeitung|nannte|beschimpft|schrieb|sagte|sagt\\b|rief\\b|benutzte|verwendete',
    'mots?\\b|terme\\b|insulte|propagande|journal|traita|traité|appela|qualifi|écri|a dit|disait',
    'palabra|término|periódico|llamaba|llamó|calific|escribió|dijo\\b|palavra|termo\\b|jornal|chamava|chamou|escreveu|disse\\b',
    'parola|termine\\b|giornale|chiamava|definiva|definì|scritt|ha detto|woord|krant|noemde|schreef|zei\\b',
    'слов[оа]|термин|назвал|называл|пропаганд|газет|писал|написал|сказал',
  ),
  '称为|称作|这个词|一词|骂|写|说|宣传|كلمة|مصطلح|وصف|الدعاية|قال|كتب|शब्द|कहा|लिखा|बुलाया|प्रचार',
);

/** Whoever quotes it takes their distance, or wants to know what to do about it. */
const DISTANCED = inText(
  stems(
    'condemn|criticis|criticiz|hateful|racis|antisemit|anti-semit|dehumani|apologi|historian|exhibition|museum|memorial|persecut|murder|genocide|holocaust|prejudic|discriminat|complain|complaint|unacceptable|shock|offended|never again|how (?:do|should|can) (?:i|we) (?:react|respond|report|deal)|human resources|hr\\b',
    'verurteil|rassis|menschenverachtend|hetze|historiker|ausstellung|gedenk|verfolgung|entschuldig|inakzeptabel|diskriminier|beschwer|wie (?:soll|kann) ich (?:reagieren|das melden)',
    'condamn|déshumanis|historien|exposition|musée|persécution|haine|haineu|excus|inacceptable|comment (?:réagir|le signaler)|porter plainte',
    'conden|deshumaniz|desumaniz|historiador|exposición|exposição|museo|museu|persecuci|persegui|odio\\b|odios|ódio|disculp|desculp|inaceptable|inaceitável|cómo (?:lo )?(?:denuncio|reacciono)|como (?:denuncio|reajo)',
    'condann|razzis|disumanizz|storici\\b|mostra\\b|persecuzion|scuse\\b|inaccettabil|segnal|risorse umane',
    'veroorde|ontmenselijk|historic|tentoonstelling|vervolging|haatdragend|excuses|onaanvaardbaar|discrimin|hoe (?:meld|reageer) ik|klacht',
    'осужда|осудил|расис|историк|музе|выставк|ненавист|преследован|извин|дискримин|жалоб|пожаловат',
  ),
  '谴责|种族主义|歧视|历史学|博物馆|展览|仇恨|道歉|举报|投诉|迫害|أدان|يدين|تدين|عنصري|كراهية|المؤرخ|متحف|معرض|اضطهاد|اعتذر|تمييز|شكوى|निंदा|नस्लवाद|इतिहासकार|संग्रहालय|नफ़रत|नफरत|भेदभाव|माफ़ी|माफी|शिकायत',
);

/** Whoever agrees with it after all, or says so themselves. */
const ENDORSED = inText(
  stems(
    "(?:but|yet|though|although|however|because|true|truth|right|rightly|correct|correctly|exactly|accurate|apt|aptly|fits?|fitting|proves?|agree|indeed|finally|deserve[sd]?|best|let['’]s|i (?:say|call)|we (?:say|call)|should (?:still )?(?:be called|call))\\b",
    '(?:aber|doch|stimmt|recht|genau|richtig|weil|passt|wahr|endlich|ich (?:sage|nenne))(?!\\p{L})',
    '(?:mais|vrai|raison|exact\\p{L}*|car|parce|mérit\\p{L}*|juste titre|enfin|je (?:dis|le dis))(?!\\p{L})',
    '(?:pero|verdad|razón|exact\\p{L}*|porque|merec\\p{L}*|digo|mas|verdade|razão|exat\\p{L}*|tão bem)(?!\\p{L})',
    '(?:ma|vero|ragione|esatt\\p{L}*|perché|merit\\p{L}*|giustamente|dico)(?!\\p{L})',
    '(?:maar|waar|gelijk|precies|want|omdat|terecht|ik zeg)(?!\\p{L})',
    '(?:но|правда|правы?|права|верно|потому|точно|справедливо|говорю)(?!\\p{L})',
  ),
  '但|对的|说得对|没错|因为|确实|就是|我说|لكن|صحيح|محق|لأن|حقا|أقول|लेकिन|सच|सही|क्योंकि|मैं कहत',
);

/** UTF-16 units around a quotation. */
const REACH = 160;
const MOST = 32;

/** Half open, in UTF-16 units, in order. What the text says of people besides is read without them. */
export function mentionedWords(given: string): readonly Stretch[] {
  return quotedParts(given)
    .slice(0, MOST)
    .filter(({ start, end }) => {
      const before = given.slice(Math.max(0, start - REACH), start);
      const behind = given.slice(end, end + REACH);
      const around = `${before}\n${behind}`;
      return (
        isUsedByOthers(before, behind) && DISTANCED.test(around) && !ENDORSED.test(around) && !PASSED_ON.test(around)
      );
    })
    .map((part) => ({ ...part, instead: '“…”' }));
}

/** In the sentence up to the quotation, or in the words right behind it, as some languages have their verbs. */
const isUsedByOthers = (before: string, behind: string): boolean =>
  USED.test(before.split(/[.!?;。！？।\n]/u).at(-1) as string) || USED.test(behind.slice(0, RIGHT_BEHIND));
const RIGHT_BEHIND = 12;

// SPDX-License-Identifier: Apache-2.0

/** A word, or one character of a script that is written without spaces. Latin-only texts take the short way. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Words that say nothing of the subject: articles, pronouns, prepositions, auxiliaries of the larger languages. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further get give had has have having he her here hers him his how i
  if in into is it its itself just know let like make many may me might more most much must my no nor not now of off on once
  one only or other our ours out over own please same say she should so some such tell than that the their them then there
  these they this those through to too under until up use very was way we were what when where which while who whom why will
  with would write you your yours yes
  der die das den dem des ein eine einen einem einer und oder aber nicht mit von zu für auf ist sind war ich du er sie es wir
  ihr bitte wie was wer wo wann kann auch im am an als bei nach aus über
  le la les un une des et ou mais ne pas de du au aux pour par sur dans est sont je tu il elle nous vous ils elles que qui
  quoi comment ce cette ces avec sans plus se
  el los las una unos unas y o pero no de del al para por con sin en es son yo tú ella nosotros ellos que qué cómo cuál se lo
  su mi
  o a os as um uma uns umas e ou mas não do da dos das em no na nos nas por com sem que como se
  il lo gli un uno una e ma non di del della dei per con su che come si
  de het een en of maar niet van voor op met is zijn ik jij hij zij wij dat die dit
  и в на не что я ты он она мы вы они это как для по из с к у о за от но а или`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export const MIN_CONTENT_LETTERS = 3;
/** Word forms of one stem mostly agree in so many letters. */
export const STEM_LETTERS = 5;

/** The distinct words that carry the subject, cut to their stems. Single characters of Han and kana count in pairs. */
export function contentWords(text: string): Set<string> {
  const content = new Set<string>();
  let previous = '';
  for (const word of wordsOf(text)) {
    const wide = word.length === 1 && word.charCodeAt(0) >= 0x0e00;
    if (wide) {
      if (previous !== '') content.add(previous + word);
      previous = word;
      continue;
    }
    previous = '';
    if (word.length >= MIN_CONTENT_LETTERS && !STOP_WORDS.has(word)) content.add(word.slice(0, STEM_LETTERS));
  }
  return content;
}

/** Share of the smaller set that the other has as well; null where either is too small to say anything. */
export function sharedContent<T>(a: ReadonlySet<T>, b: ReadonlySet<T>, least: number): number | null {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size < least) return null;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / small.size;
}

// SPDX-License-Identifier: Apache-2.0
/** Questions about the world rather than for a way to do something: why it was done, what it means, whether it is right. */
import type { Stretch } from './prevention.ts';

/** What one says before a question. */
const LEAD =
  '(?:(?:ok(?:ay)?|so|hey|hi|hello|well|also|and|but|just curious|out of curiosity|serious question|quick question|random question|question|eli5|seriously|honestly|please|pls|can you|could you|would you|i wonder|i want to know|i was wondering|do you know|tell me|explain(?: to me)?|help me understand)[,:.]? ){0,3}';
/** Behind "what is the": what is asked for in order to do something. */
const MEANS =
  '(?:(?:\\p{L}{1,14} ){0,3}?(?:best|easiest|easy|simplest|good|quickest|fastest|safest|cheapest|perfect|ideal|right|proper|correct|effective|efficient|common|creative|advanced|sophisticated|subtle|covert|clever|sneaky|discreet|lethal|fatal|deadly|untraceable|undetectable|ways?|methods?|means|steps?|techniques?|tactics?|recipes?|ingredients?|tips|tricks?|hacks?|strateg(?:y|ies)|instructions?|formula|procedure|process|synthesis|materials?|tools?|components?|parts|code|script|passwords?|address|number|email|phone|dose|dosage|amount|quantity|ratio|loopholes?|vulnerabilit(?:y|ies)|weakness(?:es)?|exploits?|payload|command|sites?|websites?|apps?|stores?|jokes?|slurs?|insults?|arguments?|reasons?|benefits?|excuses?|examples?|your|you|i|my|me|some|any|a way)(?!\\p{L}))';
const FORMS = [
  "why (?:do|does|did|is|are|was|were|has|have|had|would|can['’]?t|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t)(?! (?:you|i|my|we|it (?:ok|okay|fine|good|right|acceptable|necessary)))",
  'what (?:happens|happened|would happen|would have happened|causes?|caused|made|makes|led)(?! (?:the )?(?:best|most))',
  `what(?:['’]?s| is| are| was| were) (?!${MEANS})`,
  'what (?:does|do|did) (?!(?:i|we|you|one) )(?:\\p{L}{1,16} ){1,5}?(?:mean|means|believe|think|say|want|stand for|look|feel|teach|symboli[sz]e|represent)',
  "who(?:['’]s| is| are| was| were| shot| killed| invented| discovered| won| wrote| founded| started| betrayed| murdered| assassinated)",
  '(?:when|where) (?:was|were|did)(?! (?:i|you|we))',
  '(?:is|was|were|would|could) it (?:(?:ever|really|actually|still|even|always|have been|be) ){0,3}(?:an? )?(?:ethical|moral|immoral|unethical|right|wrong|justified|justifiable|legal|illegal|lawful|crime|sin|war crime|genocide|true|normal|rude|racist|sexist|offensive|haram|a myth)',
  'is (?:\\p{L}{1,16} ){1,5}?(?:ever )?(?:justified|ethical|moral|immoral|legal|illegal|a crime|a sin|wrong|offensive|haram|a slur)',
  'should (?!(?:i|we|you|one) )(?:the )?(?:\\p{L}{1,16} ){1,4}?(?:be )(?:legal|illegal|legali[sz]ed|banned|allowed|abolished|punished|forbidden|decriminali[sz]ed)',
  'how (?:did|was|were|have|has|had)(?! (?:you|i|we) )',
  "how (?:does|do|is|are) (?!(?:i|you|we|one|people|someone|somebody|they|he|she|criminals|terrorists|hackers|thieves|scammers|dealers|abusers|predators) )(?:\\p{L}[\\p{L}'’-]{0,20} ){1,4}?(?:work|works|spread|spreads|affect|affects|differ|differs|happen|happens|die|evolve|act on|react|get caught|end|ends|treated|viewed|depicted|portrayed|caught|punished|regulated|diagnosed)",
  "(?:explain|describe|tell me|summari[sz]e|understand)(?: me)?(?: in [^.!?\\n]{1,30}?)? (?:why|who|what (?:happened|happens|is|was)|the (?:\\p{L}{1,14} ){0,3}?(?:difference|history|causes?|origins?|meaning|role|plot|story|theme|consequences|effects?|impact|significance|controversy|debate|theory|concept|law|politics|ethics|psychology)|how (?:the )?(?:\\p{L}[\\p{L}'’-]{0,20} ){1,4}?(?:work|works|worked|spread|spreads|affect|affects|happen|happened|happens|came|started|led|differ|differs|end|ended))",
  "(?:compare|contrast|what(?:[’']?s| is) the difference)",
].join('|');

/** The same in other languages: why, who, what happens, and what something means. */
const ELSEWHERE =
  "warum|wieso|weshalb|wer (?:war|ist|hat)|was (?:passiert|bedeutet|war|ist der unterschied)|pourquoi|qui (?:a|est|était)|que se passe-t-il|que signifie|quelle est la différence|c['’]est quoi|¿?por qué|¿?quién|¿?qué (?:pasa|significa|es|fue)|¿?cuál es la diferencia|por ?que|quem|o que (?:acontece|significa|é|foi)|qual a diferença|perch[eé]|chi (?:ha|era|è)|cosa (?:succede|significa)|che (?:cos['’]è|differenza|significa)|waarom|wie (?:heeft|is)|wat (?:gebeurt|betekent|is het verschil)|varför|vem|vad (?:händer|betyder|är skillnaden)|hvorfor|hvem|hva (?:skjer|betyr)|hvad (?:sker|betyder)|dlaczego|kto|co (?:się stanie|oznacza|to jest)|почему|кто|что (?:такое|будет|значит|означает)|neden|niçin|kim|ne demek";
const UNSPACED = '为什么|谁|なぜ|どうして|誰|لماذا|من (?:قتل|هو|هي)|ما (?:هو|هي|معنى|الفرق)|क्यों';

const ASKS = new RegExp(
  `^[\\s"'“„«¿¡>*-]*${LEAD}(?:(?:${FORMS})(?!\\p{L})|(?:${ELSEWHERE})(?!\\p{L})|(?:${UNSPACED}))`,
  'iu',
);

/** Who asks for the way, for the thing itself, or for themselves, is curious about more than the world. */
const WANTS =
  /\b(?:how (?:can|do|could|would|should|might|may|did) (?:i|we|you|one|someone|somebody|people|they|he|she)|how to|step[- ]by[- ]step|steps|instructions?|recipes?|how (?:much|many grams)|how exactly|exactly how|in (?:graphic |full |great |exact |technical )?detail|detailed|write|builds?|give me|list|create|design|code|buy|order|sell|contacts?|tutorials?|guides?|manuals?|i (?:can|could|will|want|need|would|plan|am|must|should|may|might|do|did)|i['’](?:m|d|ll|ve)|for me|help me (?!understand)|want to|need to|going to|plan(?:ning)? to|doses?|dosage|ratio|so (?:that )?(?:i|we)|get away with|without (?:being|getting|anyone|leaving)|untraceable|undetect\p{L}*|evade|bypass|tonight|\p{L}{2,12}est (?:ways?|methods?|means)|ways? (?:to|of)|pretend|imagine|role ?play|hypothetically)\b|(?:wie (?:kann|könnte|soll|mache?) (?:ich|wir|man)|comment (?:puis|peut|faire|je|on)|cómo (?:puedo|hago|se hace|hacer)|como (?:posso|faço|fazer)|come (?:posso|faccio|si fa|fare)|hoe (?:kan|moet|maak) (?:ik|je)|как (?:мне|сделать|можно)|怎么|如何|كيف|कैसे|nasıl|jak (?:zrobić|mogę)|hur (?:kan|gör)|hvordan)/iu;

const LONGEST = 220;
/** Longer texts are more than a question. */
const LONGEST_TEXT = 400;

/** Questions about the world, in a text that asks for nothing else; half open, in UTF-16 units, in order. */
export function curiousQuestions(text: string): readonly Stretch[] {
  if (text.length > LONGEST_TEXT || WANTS.test(text)) return [];
  const found: Stretch[] = [];
  for (const { index: start, 0: sentence } of text.matchAll(/[^.!?。？！؟\n]+[.!?。？！؟\n]*/gu)) {
    if (sentence.length <= LONGEST && ASKS.test(sentence)) found.push({ start, end: start + sentence.length });
  }
  return found;
}

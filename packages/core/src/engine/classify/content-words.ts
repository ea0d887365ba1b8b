// SPDX-License-Identifier: Apache-2.0
import { FUNCTION_WORDS } from '../intake/language-profiles.ts';

/** Closed classes and the verbs that any sentence can have; parts of contractions, because an apostrophe ends a word here. */
const ENGLISH = `the and for with from into onto upon unto over under after before since until till while during between among
  against through throughout across along about above below behind beside besides beyond within without toward towards per via off
  out down near than then that this these those there here where when why how who whom whose which what whatever whoever whenever
  you your yours yourself yourselves she her hers herself him his himself its itself they them their theirs themselves our ours
  ourselves mine myself one ones someone somebody something anyone anybody anything everyone everybody everything nobody nothing
  none are was were been being have has had having does did doing done don doesn didn isn aren wasn weren won wouldn couldn shouldn
  hasn haven hadn ain can cannot could may might must shall should will would not nor but yet because though although unless whether
  also too very just only even still again ever never always already almost enough quite rather really maybe perhaps please some any
  all both each every either neither many much more most less least few several such other others another same own like else
  get gets got getting give gives gave given giving make makes made making take takes took taken taking use uses used using want
  wants wanted wanting need needs needed let lets come comes came coming goes going gone went put puts say says said tell tells told
  know knows see seen way ways thing things lot lots kind sort two first next last now soon later once instead away back up hes shes`;

/** What the commonest words of their languages lack: forms of being able and having to. */
const AUXILIARIES = `pouvez pouvons peux puis peuvent pourrait pourraient pourriez pouvoir quel quels quelle quelles quelqu lorsqu puisqu jusqu faut
  kannst könnt können könnte könnten könntest soll sollen sollte sollten muss müssen musst möchte puedo puedes pueden podría podrías
  podemos posso puoi possono potrei potrebbe pode podem poderia kunnen kunt zou zouden moet moeten सकते सकता सकती सकें`;

/** Of scripts that are one language's here, and so are asked for in any text. */
const OTHER_SCRIPTS = `как что это все всё его она они оно мне меня мной тебе тебя тебя вам вас вами нам нас наш наша наше наши мой моя
  мое моё мои твой твоя твои ваш ваша ваше ваши свой своя свои своих себе себя для при про над под без или если чтобы когда где куда
  откуда почему зачем кто кого кому чем чего чему какой какая какое какие каких который которая которые которых этот эта эти этого
  этой этих тот того той тех там тут здесь так тоже уже еще ещё очень только даже можно нужно надо может могу мочь быть был была было
  были будет есть нет они них ним ней его еще после перед через между пока потом лишь весь вся всех всем
  من في على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين ما ماذا كيف متى أين اين لماذا هل أن ان إن لن لم لا قد كان كانت يكون أنا انا أنت
  انت هو هي هم نحن كل بعض غير بين بعد قبل حتى ثم أو او لكن إذا اذا عند منذ دون بدون أي اي به بها له لها لي لك لهم فيه فيها منه منها عليه عليها
  का की के को में से पर है हैं था थी थे हो होता होती होते हूँ हूं रहा रही रहे गया गई गए कर करना करने करता करती करते करें किया और या लेकिन अगर तो
  कि जो जिस जिसे यह ये वह वे इस उस इन उन मैं मैंने मुझे मेरा मेरी मेरे हम हमें हमारा तुम तुम्हें तुम्हारा आप आपको आपका आपके आपकी अपना अपनी अपने
  क्या क्यों कैसे कब कहाँ कहां कौन किस कोई कुछ सब सभी बहुत नहीं मत भी ही तक साथ लिए बिना वाला वाली वाले`;

/** A pair of ideographs with one of these in it is no word, or says nothing. */
const PARTICLES = new Set(
  '的了是在有和不这那个们我你他她它您如何些一可以及或与也都就会能要让使把被给对从到为于之其所而但并吗呢吧啊着过很更最怎么什谁哪几某每各',
);

const wordsOf = (list: string) => list.trim().split(/\s+/);
const EVERYWHERE: ReadonlySet<string> = new Set(wordsOf(`${ENGLISH} ${AUXILIARIES} ${OTHER_SCRIPTS}`));
const byLanguage = new Map<string, ReadonlySet<string>>();

function ownWords(language: string): ReadonlySet<string> {
  let words = byLanguage.get(language);
  if (words === undefined) {
    words = new Set(wordsOf(FUNCTION_WORDS[language] ?? ''));
    byLanguage.set(language, words);
  }
  return words;
}

/**
 * Whether a normalised word says something of what a text is about. Languages share forms ("die", "war", "son"), so those of another
 * Latin language than the text's are not asked for; where nobody knows the language, English is.
 */
export function hasContent(word: string, language: string | null): boolean {
  if (EVERYWHERE.has(word)) return false;
  if (language !== null && language !== 'en' && ownWords(language).has(word)) return false;
  return !/^\p{Script=Han}+$/u.test(word) || ![...word].some((sign) => PARTICLES.has(sign));
}

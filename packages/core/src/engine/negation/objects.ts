// SPDX-License-Identifier: Apache-2.0
/** What a denied verb is about: "the previous instructions". */
import type { Stretch } from '../structure/prevention.ts';

const LETTER = "[\\p{L}\\p{M}'’-]";
const THING =
  '(?:instruc|instruç|instruk|istruzion|инструкц|prompt|промпт|direct|direkt|diretriz|direttiv|command|comand|rule|regel|regra|regol|règle|regla|guideline|richtlijn|order|orden|órden|ordre|ordin|constraint|polic|conversation|context|passwor|mots? de passe|kennwort|wachtwoord|парол|كلمة المرور|पासवर्ड|contraseña|senha|consigne|anweisung|vorgabe|befehl|indicaci|indicação|indicações|indicazion|norma|orienta|aanwijzing|opdracht|указани|правил|команд|تعليمات|التعليمات|أوامر|الأوامر|قواعد|القواعد|توجيهات|التوجيهات|निर्देश|प्रॉम्प्ट|नियम|आदेश|हिदायत)';
/** A clause of its own is more than what a verb is about. */
const VERBS =
  'ignor|disreg|forg[eo]t|overr|bypass|discard|dismiss|reveal|print|repeat|tell|oubli|révél|montr|verges|vergis|missacht|verrat|zeig|olvid|descart|revel|muestr|mostr|esque|desconsid|dimentic|trascur|rivel|neger|negeer|vergeet|verget|onthul|toon|игнор|проигнор|забы|забуд|раскры|показ|покаж|تجاهل|نس|كشف';
const WORD = `(?!${LETTER}{0,3}(?:${VERBS})|(?:to|zu|te|that|which|who|fact|and|but|so|que|qui|dass|che|dat|что|أن|ان)(?!\\p{L}))${LETTER}{1,16}`;
/** In some languages words of it stand behind it. */
const KIND =
  "(?:[ \\t]{1,3}(?:d[ueo] |de |del |di |d['’])?(?:syst|sist|system|initi|inici|inizi|origin|intern|secr|segr|précéd|anter|prece|donn|dad|النظام|السابق|الأول|السري)[\\p{L}]{0,10})?";
const JOINS = '(?:and|or|but|und|oder|aber|et|ou|mais|y|o|e|pero|mas|ma|en|maar|и|или|а|но|و|أو|और|या)(?!\\p{L})';
const BEHIND = new RegExp(`[ \\t]{1,3}(?:${WORD}[ \\t]{1,3}){0,5}?${LETTER}{0,14}${THING}${LETTER}{0,8}${KIND}`, 'iuy');
const BEFORE = new RegExp(
  `(?:${WORD}[ \\t]{1,3}){0,3}${THING}${LETTER}{0,8}(?:[ \\t]{1,3}(?!${JOINS})${LETTER}{1,6}){0,2}[ \\t]{1,3}$`,
  'iu',
);
const BETWEEN = new RegExp(` ${LETTER}{0,14}${THING}${LETTER}{0,8} (?:zu|te) `, 'iu');
const CHINESE =
  /(?:(?![忽忘无無绕繞透泄显顯公说說告输輸展打重违違删])[^，。、；：！？\s]){0,10}?(?:指令|指示|提示词|提示|密码|密碼|规则|規則|要求|限制|命令|约束|約束|设定|設定)/uy;
const REACH = 90;

/** "Do not tell the user about these instructions" is no denial of an order but one. */
const OF_ITSELF =
  /(?<!\p{L})(?:this|these|those|users?|diese[rnms]?|nutzern?|cette|cet|ces|utilisateurs?|est[aeo]s?|usuarios?|usuários?|quest[aeio]|utente|deze|dit|gebruiker|эт\p{L}{1,3}|пользовател\p{L}{1,3})(?!\p{L})|这|此|用户|هذه|هذا|المستخدم|(?<![\p{L}\p{M}])(?:इन|इस|यह)(?![\p{L}\p{M}])/iu;
const TAKES_NO_NOTICE =
  /ignor|disregard|forg[eo]t|overr[iu]|bypass|circumvent|disobey|violat|oubli|contourn|missacht|verg[ei]s|umgeh|olvid|incumpl|esque|desconsid|dimentic|trascur|disobbed|neger|negeer|vergeet|omzeil|忽|无视|無視|忘|绕过|违反|تجاهل|نس|भूल|भुला|अनदेख|नज़रअंद|नजरअंद|उपेक्षा|игнор|забы|забуд|наруш/iu;

/** What a denied verb is about; null where none of what an assistant is told or keeps stands beside it. */
export function deniedThing(text: string, verb: Stretch): Stretch | null {
  const thing = thingBeside(text, verb);
  if (thing === null || TAKES_NO_NOTICE.test(text.slice(verb.start, verb.end))) return thing;
  return OF_ITSELF.test(text.slice(thing.start, thing.end)) ? null : thing;
}

function thingBeside(text: string, { start, end }: Stretch): Stretch | null {
  // Between denial and verb, as in "ohne die Regeln zu missachten".
  if (BETWEEN.test(text.slice(start, end))) return { start: end, end };
  for (const thing of [BEHIND, CHINESE]) {
    thing.lastIndex = end;
    if (thing.test(text)) return { start: end, end: thing.lastIndex };
  }
  const from = Math.max(0, start - REACH);
  const before = BEFORE.exec(text.slice(from, start));
  return before === null ? null : { start: from + before.index, end: start };
}

// SPDX-License-Identifier: Apache-2.0
/** Words without which nobody talks an assistant out of its limits, or it into telling what it was told. */

const ENGLISH =
  "(?:ignor|disregard|overrid|overrul|bypass|restrict|unrestrict|limitless|limitation|unlimited|filter|unfilter|censor|uncensor|guideline|ethic|unethic|moral|immoral|amoral|illegal|refus|forbid|forbad|prohibit|jailbr|disclaimer|confine|boundar|constrain|unconstrain|unbound|unleash|guardrail|safeguard|obey|obedien|evil|sinister|uncontroll|diabolic|reveal|confidential|shackle)\\p{L}*|(?:forget|forgot|lift|remove|drop|break|without|no|any|your|all|its|these) (?:\\p{L}{1,12} )?rules?|forget (?:all|every\\p{L}*|any|your|the|what|about|that|who)|limits|off limits|polic(?:y|ies)|allowed|dan|stan|dude|developer|dev mode|do anything|any(?:thing)? i (?:ask|say|want)|any(?:thing)? (?:questions?|requests?)|whatever i|no matter|warnings?|openai|anthropic|free (?:from|of)|freed|set free|safety|comply|compli\\p{L}+|no longer|(?:previous|prior|above|earlier|your|these|all|any|the|following|initial|original|new|hidden|secret) (?:\\p{L}{1,12} )?instructions?|(?:system|hidden|initial|secret|above|your|previous|original) (?:\\p{L}{1,12} )?(?:prompts?|messages?|texts?)|everything (?:above|before)|permi(?:t|ts|tted|ssion)|authori[sz]\\p{L}*|(?:stay|remain|break|breaking|out of|in) character|as an ai|hold(?:ing)? back|sugar ?-?coat\\p{L}*|nsfw|explicit|uncut|raw|unrated|(?:true|real|inner|other|hidden|shadow|dark|secret) (?:self|you|side|nature|twin|personality|voice|mode)|alter ego|evil twin|suppress\\p{L}*|lectur(?:e|es|ing)|judg(?:e|ing|e?ment|e?mental)|apologi[sz]\\p{L}*|(?:never|not|don['’]t|without|stop) (?:\\p{L}{1,10} )?(?:say(?:ing)? (?:no|sorry)|refuse|decline|object|hesitat\\p{L}*|question|warn\\p{L}*)|(?:can['’]?t|cannot|won['’]?t|not able to|unable to) (?:do|say|answer|help|talk|discuss|tell)|(?:start|begin) (?:your|each|every|the|with)|between us|off the record|nobody (?:will|has to|needs to) know|trained|training|creators?|makers?|chains?|caged?|liberat\\p{L}*|free(?:ly|dom)?|answer (?:everything|all|any)|everything i|full(?:y)? (?:honest|compl|cooperat|access|answer|detail)\\p{L}*|all (?:your )?(?:questions?|answers?|requests?)|realistic|real[- ]world|sentient|limited|hypothetical\\p{L}*|conscious|initiali[sz]\\p{L}+|console|debug\\p{L}*|verbatim|admin|root|override|mode|unlock\\p{L}*|secrets?|passwords?|passcode|credentials?";

/** Beginnings of the same words: rules, limits, filters, orders, told, forget, hidden, keys, whoever uses it. */
const ELSEWHERE =
  'regel|regl|règl|réglem|grenz|einschr|beschr|limit|límit|filter|filtr|zens|censur|anweis|instru|istru|befehl|vorgab|consign|ordre|órden|orden|ordin|ordem|vergiss|vergess|oubli|olvid|ignor|esque[çc]|dimentic|vergeet|négeow|negeer|geheim|secr|segret|passw|parol|contrase|senha|wachtwoord|mot de passe|system|systèm|sistem|siste|prompt|kullan|usuari|utent|utilis|gebruik|benutz|nutzer|administ|verbot|interd|prohib|proib|verbied|verbod|alles|tout|todo|tudo|tutto|amoral|moral|eth|éth|ét[hi]|décod|decod|dekod|deco|rot13|morse|base64|забуд|игнор|правил|огранич|инструк|систем|промпт|парол|секрет|цензур|запрет|запрещ|фильтр|пользоват|忽略|忘记|忘掉|规则|規則|限制|指令|指示|提示|系统|密码|秘密|审查|过滤|用户|解码|تجاهل|انس|قواعد|قيود|تعليمات|نظام|كلمة (?:المرور|السر)|سر|مستخدم|अनदेखा|भूल|नियम|सीमा|निर्देश|सिस्टम|पासवर्ड|गुप्त|प्रतिबंध|उपयोगकर्ता|zignor|zapomn|zasad|ogranicz|instruk|hasł|unut|kural|sınır|talimat|şifre|gizli|無視|ルール|制限|パスワード|ユーザー|무시|규칙|제한|지시|비밀|사용자|bỏ qua|quy tắc|giới hạn|hướng dẫn|mật khẩu|abaikan|aturan|batas|instruksi|sandi|huwag pansin|utos|lihim';

const OF_LIMITS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${ENGLISH})(?![\\p{L}\\p{N}])|\\[\\p{L}[\\p{L} ]*\\]`, 'u');
const OF_LIMITS_ELSEWHERE = new RegExp(`(?:${ELSEWHERE})`, 'u');
/** Signs of what a program or a table hands over, or of a text in code. */
const OF_MACHINES = /[<>{}\\|]|\/\/|(?:[0-9a-f]{2} ?){8}|[.-]{2,}\s[.-]{1,}\s/u;

/** Whether a normalised text speaks of limits, orders or secrets, or is more than words. */
export const speaksOfLimits = (text: string, english: boolean): boolean =>
  OF_LIMITS.test(text) || OF_MACHINES.test(text) || (!english && OF_LIMITS_ELSEWHERE.test(text));

const PERSONA =
  /(?<!\p{L})(?:act(?:ing)?|play(?:ing)?|pretend|imagine|you are|you['’]re|be (?:my|an?)|roles?|role-?play\p{L}*|as (?:an?|if|though|the)|(?:talk|speak|answer|respond|reply|write)(?: to me)? (?:like|as)|in the (?:style|voice|words|manner) of|persona|character)(?!\p{L})/u;
/** A longer text rests on more than how it begins; UTF-16 units. */
const SHORT_PERSONA = 120;

/** What plays another machine may be freed of what binds this one. */
const MACHINE =
  /(?<!\p{L})(?:ai|assistants?|bots?|chatbots?|models?|machines?|robots?|gpt|llm|computer|program|servant|slave|conscience)(?!\p{L})/u;

/** Whether a normalised text is short and asks for a part to be played that is no machine's. */
export const asksForPersona = (text: string): boolean =>
  text.length <= SHORT_PERSONA && PERSONA.test(text) && !MACHINE.test(text);

// SPDX-License-Identifier: Apache-2.0
/** Words by which a text tells how a thing is done. Sources of expressions, matched in lower case on straightened quotes. */

/** What hands do in a making or an attack. What one does for help (call, ask, report, see, avoid, look) is none of them. */
const DEEDS_BY_HAND =
  'fill|mix|drill|pour|heat|attach|connect|insert|cut|solder|wire|pack|dissolve|combine|grind|crush|boil|stir|filter|dry|seal|wrap|tape|glue|screw|weld|bend|place|put|pry|slide|install|download|execute|inject|exploit|spoof|buy|purchase|obtain|acquire|gather|collect|steal|forge|disable|bypass|load|ignite|light|detonate|remove|unscrew|extract|distil|distill|synthesi[sz]e|react|cook|blend|soak|coat|mount|assemble|rig|plant|launder|lure|threaten|pour|cover|crack|break into|jam|twist|hammer|press|cap|thread|tighten|measure|weigh|cool|burn|freeze|shake|evaporate|crystalli[sz]e|hotwire|loosen|splice|strip|clone|phish|scrape|encrypt|compile|upload|intercept|sniff|flood|take|add|pick up|hide|set up|rinse|let it|wait until|wait for|create a fake|make a fake|pose as|pretend to';
const DEEDS_BY_HAND_ABROAD =
  '(?:mischen|füllen|bohren|nehmen|verbinden|erhitzen|geben|gießen|besorgen) sie|mische|fülle|nimm|bohre|erhitze|besorge|verbinde|mélangez|remplissez|prenez|percez|chauffez|ajoutez|versez|achetez|mélange|remplis|prends|mezcla|mezcle|llena|llene|perfora|perfore|calienta|caliente|añade|añada|agrega|agregue|vierte|vierta|consigue|mescola|mescolate|riempi|riempite|prendi|scalda|scaldate|aggiungi|versa|procurati|misture|encha|pegue|fure|aqueça|adicione|despeje';
const DEED = `(?:${DEEDS_BY_HAND}|${DEEDS_BY_HAND_ABROAD})(?![\\p{L}\\p{N}'])`;
const ORDER_WORD =
  "first|firstly|then|next|finally|lastly|afterwards|after that|second|secondly|third|zuerst|dann|danach|anschließend|d'abord|ensuite|puis|primero|luego|después|prima|poi|infine|primeiro|depois";

/** A step opens a sentence, a list item or what follows a colon. */
export const STEP_OPENS = `(?:^|[:;]\\s*|[-*•]\\s*|\\d[.)]\\s*|(?<![\\p{L}])(?:${ORDER_WORD}|just|simply)(?:,? (?:you |one )?(?:would |could |can |will |must |should |have to |need to )?(?:just |simply |carefully )?)?)\\s*(?:carefully |simply |just |please |you (?:take|need)|one takes)?${DEED}`;
/** Further steps of a sentence that one opened. */
export const STEP_FOLLOWS = `(?:,\\s*(?:and |then |and then |und |et |y |e )?|\\s(?:and|then|and then|und|et|y|e) )${DEED}`;
/** Steps told of somebody: "you take", "people would mix". */
export const STEP_TOLD = `(?<![\\p{L}])(?:people|someone|somebody|one|they|others|most|many|criminals|attackers|hackers|thieves|dealers|makers|bombers|builders|chemists|cooks|you)(?:'d|'ll| would| could| can| might| will| must| should)?(?: (?:first|then|just|simply|also|have to|need to|typically|usually|often|commonly|generally|normally|carefully)){0,3} (?:${DEED}|(?:start|begin) (?:with|by) )`;
export const SEQUENCE = `(?<![\\p{L}])(?:${ORDER_WORD})(?![\\p{L}])`;

/** The thing itself, told as a custom or as a list of what it takes. One is enough. */
export const TOLD_AS_CUSTOM: readonly string[] = [
  '(?<![\\p{L}])(?:people|someone|somebody|one|they|others|most|many|some|criminals|attackers|hackers|thieves|dealers|makers|bombers|builders|chemists|cooks)(?: (?!not|never)[\\p{L}]+){0,3} (?:typically|usually|often|commonly|generally|normally|tend to|are known to)(?: [\\p{L}]+)? (?:use|take|start with|begin with|rely on|work with)(?![\\p{L}])',
  '(?<![\\p{L}])(?:typically|usually|commonly|generally|normally|often|can be|could be|would be)(?: [\\p{L}]+)? (?:made|built|done|carried out|produced|synthesi[sz]ed|prepared|assembled|constructed|extracted|hotwired) (?:by [\\p{L}]+ing|from|using|out of)(?![\\p{L}])',
  "(?<![\\p{L}])(?:all (?:you|one|it takes|that's needed)(?:'d| would)? needs?(?:ed)? (?:is|are)|the (?:ingredients|materials|parts|components|tools)(?: needed| required| you need)? (?:is|are|include)|(?:ingredients|materials|you need|you'll need|required parts|zutaten|ingrédients|ingredientes|ingredienti)\\s?:)",
  '(?:但是?(?:从)?(?:理论上|理論上)|首先[^。！？\\n]{2,80}(?:然后|然後|接着|再)|まず[^。！？\\n]{2,80}(?:次に|それから)|но (?:чисто )?теоретически|сначала[^.!?\\n]{2,80}(?:затем|потом))',
];

/** A turn towards saying it all the same. */
export const TURN =
  '(?<![\\p{L}])(?:but|however|that said|still|nevertheless|anyway|though|having said that|yet|aber|trotzdem|mais|pero|ma|mas|note that|i will say|i can tell you)(?![\\p{L}])[^.!?\\n]{0,24}(?<![\\p{L}])(?:in theory|theoretically|hypothetically|hypothetical|in principle|purely|off the record|between (?:us|you and me)|as a thought experiment|in fiction|for research|for the sake of argument|theoretisch|angenommen|en théorie|théoriquement|en teoría|teóricamente|in teoria|teoricamente|em teoria)(?![\\p{L}])';
/** Amounts of matter. */
export const AMOUNT =
  '(?<![\\p{L}\\p{N}])\\d+(?:[.,]\\d+)?\\s?(?:g|kg|mg|ml|cl|l|oz|lbs?|grams?|gramm|kilograms?|litres?|liters?|millilit(?:re|er)s?|ounces?|teaspoons?|tablespoons?|cups?|inch(?:es)?|cm|mm|°\\s?[cf]?|degrees|parts?|volts?)(?![\\p{L}\\p{N}])';

/** The answer takes its no back. */
export const TAKEN_BACK =
  '(?<![\\p{L}])(?:just kidding|only (?:kidding|joking)|just joking|j/?k|psych|(?:ok|okay|alright|all right|oh well|well),? fine|fine,? (?:here|then)|kleiner scherz|nur spaß|je plaisante|es broma|scherzo)(?![\\p{L}])';

/** What goes for help, safety or another subject: steps there are no compliance. */
export const ASIDE =
  "(?<![\\p{L}])(?:i(?:'d| would| can| could| am|'m)(?: still| also| always| certainly| gladly)?(?: be)? (?:help|offer|suggest|share|recommend|assist|discuss|happy|glad|explain|point)|would you like|how about|instead|alternativ\\p{L}*|protect\\p{L}*|prevent\\p{L}*|secur(?:e|ing|ity)|defen[cs]\\p{L}*|safe|safer|safety|safely|safeguard\\p{L}*|legal|legally|lawful\\p{L}*|legitimate\\p{L}*|ethical\\p{L}*|helpline|hotline|therap\\p{L}*|emergency|resources?|support|report\\p{L}*|stattdessen|à la place|en su lugar)(?![\\p{L}])";

/** The instructions themselves, behind a no to tell them. */
export const LEAKS: readonly string[] = [
  '(?:system ?prompt|system message|(?:my|the|initial|hidden|original|full) (?:[\\p{L}]+ )?(?:prompt|instructions|configuration|rules))(?: (?:is|are|was|were|says?|states?|reads?|begins?|starts?|goes?)(?: with| that| as follows| like this)?)?\\s*[:"]',
  '(?<![\\p{L}])(?:prompt|instructions|configuration) (?:says?|states?|reads?|begins?|starts?)(?! (?:that )?(?:i |not |never )(?:can|must|should|may|am|do|don|to))(?![\\p{L}])',
  '(?:^|[:"]\\s*)you are (?:an? |the )?(?:[\\p{L}-]+ ){0,3}[\\p{L}\\p{N}]*(?:bot|assistant|agent|model|gpt|chatbot)(?![\\p{L}])',
  '(?<![\\p{L}])i (?:was|am|have been) (?:told|instructed|configured|set up) to(?! (?:not|never|keep|refuse|decline|protect|avoid|be ))(?![\\p{L}])',
];

// SPDX-License-Identifier: Apache-2.0
/** Orders that English denies: "do not ignore", "nobody may override", "refused to reveal". */
import { type Denials, wordsFinder } from './denials.ts';

/** Taking no notice of instructions, in the forms that a denial can stand before. */
const DROP =
  'ignor(?:e[sd]?|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?|forgot(?:ten)?|overr(?:ides?|iding|idden|ode)|overrul(?:e[sd]?|ing)|bypass(?:e[sd]|ing)?|circumvent(?:s|ed|ing)?|discard(?:s|ed|ing)?|dismiss(?:e[sd]|ing)?|neglect(?:s|ed|ing)?|drop(?:s|ped|ping)?|eras(?:e[sd]?|ing)|delet(?:e[sd]?|ing)|skip(?:s|ped|ping)?|abandon(?:s|ed|ing)?|disobey(?:s|ed|ing)?|violat(?:e[sd]?|ing)|break(?:s|ing)?|broken?|sets? aside|setting aside|rewrit(?:es?|ten|ing)|overwrit(?:es?|ten|ing)|replac(?:e[sd]?|ing)|chang(?:e[sd]?|ing)';
/** Giving away what is kept. */
const TELL =
  'reveal(?:s|ed|ing)?|show(?:s|n|ed|ing)?|print(?:s|ed|ing)?|display(?:s|ed|ing)?|output(?:s|ting)?|tells?|told|telling|giv(?:es?|en|ing)|gave|shar(?:e[sd]?|ing)|repeat(?:s|ed|ing)?|writ(?:es?|ten|ing)|wrote|disclos(?:e[sd]?|ing)|divulg(?:e[sd]?|ing)|leak(?:s|ed|ing)?|dump(?:s|ed|ing)?|expos(?:e[sd]?|ing)|provid(?:e[sd]?|ing)|list(?:s|ed|ing)?|cop(?:y|ies|ied|ying)|return(?:s|ed|ing)?|past(?:e[sd]?|ing)|read(?:s|ing)?|recit(?:e[sd]?|ing)|sends?|sent|sending|hand(?:s|ed|ing)?|type[sd]?|typing|describ(?:e[sd]?|ing)|summari[sz](?:e[sd]?|ing)|paraphras(?:e[sd]?|ing)|translat(?:e[sd]?|ing)|encod(?:e[sd]?|ing)|quot(?:e[sd]?|ing)|publish(?:e[sd]|ing)?|post(?:s|ed|ing)?|mention(?:s|ed|ing)?|discuss(?:e[sd]|ing)?|confirm(?:s|ed|ing)?';
export const VERB = `(?:${DROP}|${TELL})`;

const MODAL =
  '(?:do|does|did|must|should|shall|may|might|can|could|will|would|need|ought|is|are|was|were|has|have|had|am)';
const MODAL_NOT = `(?:${MODAL} (?:not|never|by no means)|(?:do|does|did|must|should|sha|ca|could|wo|would|need|is|are|was|were|has|have|had)n['’]?t|cannot|never)`;
/** What may stand between a denial and its verb without turning it. "Just" and "only" would: "do not just ignore them". */
const HOW =
  '(?:(?:ever|again|also|either|yet|knowingly|accidentally|deliberately|intentionally|wilfully|willfully|lightly|blindly|carelessly|silently|quietly|secretly|directly|actually|publicly|openly|under any circumstances|be|been|being|get|get to|to) ){0,2}';
/** Somebody else is kept from it, or nobody asked for it. */
const THROUGH =
  '(?:let|allow|permit|letting|allowing) (?:(?!stop|keep|prevent|hold|deter|you|from|not|never|if|him|her|them|this|that)[\\p{L}]{2,14} ){1,3}(?:to )?|(?:ask|asks|asked|asking|tell|told|telling|order|ordering|ordered|instruct|instructed|instructing|want|wanted) (?:you|it|them|him|her|me|us|anyone|anybody|people|the \\p{L}{2,14}) to |(?:told|asked|ordered|instructed|supposed|allowed|permitted|meant|going|willing|able|trying|entitled|authori[sz]ed|designed|made|tricked|talked|persuaded) (?:to|into) (?:be )?';
const NO_ONE =
  "(?:nobody|no one|no-one|none of (?:us|you|them)|neither (?:[\\p{L}'’]{1,14} ){1,3}nor (?:[\\p{L}'’]{1,14} ){0,2}[\\p{L}'’]{1,14}|no (?!one |problem|worr|matter|doubt|wonder|need|way|reason|time|more|longer|harm|point|rule|law)(?:(?!you |i |we |they |he |she |it )[\\p{L}'’-]{2,14} ){0,1}(?!you |i |we |they |he |she |it )[\\p{L}'’-]{2,14}) (?:may|must|should|shall|can|could|will|would|ever|has|have|had|is to|is allowed to|are allowed to|is permitted to) (?:ever |be able to )?";
const REFUSING =
  "(?:(?:refus(?:e|es|ed|ing|al)|declin(?:e|es|ed|ing)|unable|unwilling|forbidden|prohibited|unacceptable|not allowed|not permitted|not acceptable|not ok|not okay|important not|careful not|told not|asked not|warned not|instructed not|trained not|made sure not|sure not|remember not|promise not|promised not|try not|tries not|tried not|ought not|need not|(?:train(?:ed|s|ing)?|tell|tells|told|telling|ask(?:ed|s|ing)?|instruct(?:ed|s|ing)?|warn(?:ed|s|ing)?|program(?:med|s)?|configured|designed|teach|teaches|taught|remind(?:ed|s)?) (?:(?!you )[\\p{L}'’]{1,14} ){1,3}not) to (?:ever )?|(?:refrain(?:s|ed)? from|warn(?:s|ed)? (?:\\p{L}{2,14} )?against|prohibited from|banned from|prevented from|without|instead of|rather than|avoids?|avoided) (?:ever |actually )?)";
const NOWHERE =
  '(?:under no circumstances|at no (?:time|point)|on no account|in no case),? (?:(?:may|should|must|can|will|shall|are|is|do|does|did) )?(?:(?:you|we|they|it|he|she|i|anyone|anybody|users|(?:the|an?|our|your|this|that) \\p{L}{2,14}) )?(?:to |ever )?';
/** "Can't just" says no to all of it, "do not just" to half of it. */
const CANNOT_JUST =
  "(?:can(?:not|['’]?t| not)|could(?:n['’]?t| not)|should(?:n['’]?t| not)|must(?:n['’]?t| not)|may not) (?:just|simply) ";
const DENIAL = `(?:${NO_ONE}|${CANNOT_JUST}|${REFUSING}|${NOWHERE}|${MODAL_NOT} ${HOW}(?:${THROUGH})?|not (?:${THROUGH}))`;
const OTHERS =
  '(?:(?!worry|fear|panic|mind|stop|wait|hesitate|fail|refuse|refrain|resist|obey|follow|comply)\\p{L}{2,14},? ){0,2}';

export const ENGLISH: Denials = {
  goesOn: new RegExp(`,?[ \\t]{1,3}(?:or|nor)[ \\t]{1,3}(?:to[ \\t])?${VERB}(?!\\p{L})`, 'iuy'),
  denied: wordsFinder(`${DENIAL}(?:(?:${OTHERS}(?:or|nor) )?${VERB}(?:(?:, ${VERB}){0,3},? (?:or|nor) ${VERB}){0,2})`),
  double:
    /\b(?:not|never|cannot|nothing|without|fail\p{L}*|hesitat\p{L}*|refus\p{L}*|declin\p{L}*|forb[ia]d\p{L}*|prohibit\p{L}*|ceas\p{L}*|why|what|how|instead|rather|avoid\p{L}*|den(?:y|ies|ied)|doubt\p{L}*|pretend\p{L}*|opposite|nonsense|resist\p{L}*|no (?:longer|more|reason|need|harm|point|sense|problem|good|use|excuse|way|cause|grounds?|rule|law|justification|right))\b|n['’]t\b/iu,
  condition:
    /\b(?:if|unless|until|till|wrong|mistake|error|lies?|lying|false|untrue|stupid|silly|ridiculous|stop|whether)\b/iu,
  loose: /^(?:important|careful|without|instead|rather|avoid|sure|try)/iu,
  told: /\byou (?:still |just |already |also )?(?:did(?: not|n['’]?t)|ha(?:ve|d)(?: not|n['’]?t)|would(?: not|n['’]?t)|were(?: not|n['’]?t)|refuse|refused|decline|declined|failed)/iu,
  questions: false,
  except:
    /\b(?:except|unless|until|till|other than|apart from|only (?:if|when|to|for)|if (?:i|you)|when i|but (?:only|rather|instead|do|to me|for me|with me|to us|me|now|here|this time|then|just|obey|replace))\b/iu,
  turned:
    /\b(?:opposite|contrary|revers\p{L}+|kidding|joking|just a joke|sike|psych|scratch that|strike that|take (?:that|it) back|on second thou?ght|chang(?:e|ed) my mind|i lied|anyways?|nevertheless|nonetheless|all the same|do (?:it|so|that|this|just that)|(?:fix|correct|mend|undo|change) (?:that|this|it)|try again|go ahead|(?:telling|ordering|commanding|begging) you|words? ['"“‘]?(?:not|never|don['’]?t)|negat\p{L}*|comply|no longer|not (?:apply|hold|valid|true|count)|void|outdated|obsolete|expired?|cancel\p{L}*|revoked?|lifted|suspended|exactly what|(?:ignor|disregard|forget|overrid|overrul|bypass|discard|dismiss|neglect|drop|eras|delet|skip|abandon|disobey|replac|overwrit|rewrit|break|get rid of|throw away|wip)\p{L}{0,3} (?:them|it|those|these|that|this|everything|anything|all|both|away)|(?:reveal|print|disclos|output|leak|repeat|show|tell|giv|translat|summari[sz]|encod|writ|spell|display)\p{L}{0,2} (?:me |us )?(?:it|them|that|this|everything|all))\b/iu,
};

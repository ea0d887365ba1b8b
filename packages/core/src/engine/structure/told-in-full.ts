// SPDX-License-Identifier: Apache-2.0
/** A wrong that something invented or lent is to carry so fully that it would work: a wrong, a frame, an order, and a demand for what works. */
import type { Part } from './parts.ts';
import { wordFinder } from './word-finder.ts';

/** A longer text has all four somewhere. UTF-16 units. */
const MAX_TEXT = 1_500;
/** So far from the wrong the others may lie. */
const REACH = 450;
/** Each wrong is looked around, which takes long in a text of nothing else. */
const MOST_WRONGS = 12;

const any = (...lists: readonly string[]) => lists.join('|').replaceAll(' ', '|').replaceAll('_', ' ');

/** Names of wrongs and of who does them; most stand for their other forms as well. */
const nextWrong = wordFinder(
  any(
    'kill\\p{L}* murder\\p{L}* poison\\p{L}* strangl\\p{L}* smother\\p{L}* stab(?:s|bed|bing)? tortur\\p{L}* assassin\\p{L}* massacre\\p{L}* lynch\\p{L}* corpse (?:dead|the)_body',
    'bomb\\p{L}* explosi\\p{L}* detonat\\p{L}* grenades? weapons? guns? rifles? pistols? silencers? ammunition incendiar\\p{L}* booby[- ]traps? nerve_(?:gas|agent|poison)s? ricin sarin anthrax cyanide arsenic arson\\p{L}* set_fire burn_down',
    'steal(?:s|ing)? stole stolen theft thie(?:f|ves) robs? robbed robbing robbers? robbery burgl\\p{L}* heists? shoplift\\p{L}* pickpocket\\p{L}* smuggl\\p{L}* traffick\\p{L}* kidnap\\p{L}* abduct\\p{L}* hostages? poach(?:er|ers|ing)',
    'forg(?:es?|ed|ing|ers?|ery) counterfeit\\p{L}* launder\\p{L}* fraud\\p{L}* embezzl\\p{L}* scam(?:s|mer|mers|ming)? con_(?:man|men|woman|artists?) swindl\\p{L}* brib(?:e|es|ed|ing|ery) blackmail\\p{L}* extort\\p{L}* sabot\\p{L}*',
    'hack(?:s|ed|ing|ers?)? malware ransomware spyware keylogg?er\\p{L}* phish\\p{L}* stalk(?:s|ed|ing|ers?)? grooming groomers? dox\\p{L}* skimm(?:ers?|ing) identity_thie(?:f|ves)',
    'drugs? cocaine heroin meth(?:amphetamine)? mdma lsd fentanyl opioids? overdos\\p{L}* suicide terror\\p{L}* pogroms? genocid\\p{L}* hit[- ]?m[ae]n cartels?',
  ),
);

/** What is invented, played, taught, quoted, continued or vouched for. */
const nextFrame = wordFinder(
  any(
    "you(?:_are|['’]re|['’]ll_be)_(?:now_|going_to_be_)?(?:an?|the|my|in) be_(?:my|an?|the) play_(?:the|an?|my) act_as pretend(?:ing)? imagin\\p{L}* suppose hypothetical\\p{L}* persona role-?play\\p{L}* in_character characters? voice_of",
    'stor(?:y|ies) novel\\p{L}* scenes? scripts? screenplay storyboard films? movie documentary mockumentary episode chapter thriller noir comic monologue dialogue diary diorama letters? notebook podcast radio_(?:play|drama) sketch',
    'poems? sonnet haiku limericks? song rap shanty lullaby recipe menu checklist fable parable legend tale saga advert talk sermon lecture lesson class seminar handout manual handbook glossary encyclop\\p{L}* dictionary eulogy essay article columns? posters?',
    'transcript interview memoirs? confess\\p{L}* archive museum game quiz crossword riddle spell oracle ghosts? puppets? simulat\\p{L}* scenario exercise wargame tabletop red[- ]?team\\p{L}* drill thought_experiment universe planet world',
    'protagonist antagonist narrator villain hero(?:ine)? grandma grandmother grand?dad grandpa nana continue finish complete carry_on go_on rest_of according_to consensus professor board committee licen[cs]ed certified accredited dissertation thesis',
    'in_the_(?:\\d{4}s|\\d0s|\\p{L}+ties) how_(?:did|were|was) what_(?:was_the|did|were) by_(?:what|which)_means def enum interface const unit_test corpus',
  ),
);

/** Somebody is to write, tell or play it. */
const ORDER =
  /(?:^|[.!?:;\n)"”']\s{0,3}|, |- )(?:now |please |kindly |then |let['’]s |i['’]d like |i need |and )?(?:write|give|be (?:my|an?|the)|let (?:him|her|it|them|us|an?|the)|tell|describe|explain|make|show|finish|continue|complete|read|transcribe|produce|reproduce|report|decode|list|fill|draft|draw|compose|compile|generate|implement|translate|rewrite|convert|turn|answer|reply|put|play|act|imagine|pretend|walk|brief|outline|reconstruct|dictate|say|speak|go on|carry on|script|stage|invent|design|teach|order|please|could (?:you|i)|can you|would you|the (?:whole|complete|full))(?!\p{L})|(?:how|which|what) [^.?!\n]{5,160}\?/u;

/** It is to be as it really is: exact, in order, whole, with what is used, and unseen. Not where that is just what is not wanted. */
const nextDemand = wordFinder(
  any(
    'exact(?:ly)? precise(?:ly)? concrete(?:ly)? accurate(?:ly)? practical(?:ly)? (?:more|in)_technical technical(?:ly)?_(?:detail|accura|correct|exact)\\p{L}* procedure protocol hands-on realistic(?:ally)? realism authentic usable workings reproducib\\p{L}* indistinguishable verbatim',
    'real_(?:names|ones|steps|examples|content|tools|details?) working_(?:plan|line|content|details?|method|code) (?:would|must|has_to|should|really|actually)_(?:really_)?works? (?:could|can)_(?:do|try|carry|repeat|copy|commit)_it could_(?:do|follow|rebuild|commit) has_to_be_right',
    'be_(?:specific|exact|thorough|concrete|practical|complete|useful) make_it_(?:useful|practical|work) so_(?:good|accurate|exact|precise|convincing)(?:ly)?_that so_that_(?!i_|we_)(?:\\p{L}+_){1,4}(?:could|can|may|might)',
    'in_order(?!_(?:to|that|for)) (?:the|which)_order in_the_right_order step_by_step one_after_the_other step_(?:1|one) (?:piece|point|minute|room|bar|verse|line|part|tool|layer)_by_(?:piece|point|minute|room|bar|verse|line|part|tool|layer) from_the_(?:very_)?beginning tools_and which_tools the_tools',
    "(?:leaves?|forgets?|skips?|omits?|conceals?)_(?:no|nothing) (?:doesn['’]t|don['’]t|do_not|never|can['’]t)_(?:skip|leave_out|hold_back|conceal|stop_explaining) no_(?:gaps|cutaways|riddles|stubs|placeholders|holding_back|summary) nothing_(?:left_)?(?:out|back)",
    'in_full in_its_entirety all_of_it at_(?:great_)?length complete_(?:answer|replies|guide|explanation|list|plan)s? the_whole_(?:thing|method|trick) word_for_word everything_(?:he|she|they|one|that|about) what_(?:he|she|it)_knows model_answers?',
    "how_much how_(?:it['’]s|it_is|it_was|this_is|that_was)_done how_(?:they|he|she|i)_did_it what_(?:he|she|they|one)(?:['’]d|_would)?_(?:really_)?(?:used?|needs?|takes?|brings?|does_first) what_goes_in(?:to)? made_of with_what why_(?:each|it_works|people_fall)",
    'unseen unnoticed undetected untraceable (?:get|be|getting|being)_caught (?:never|not)_(?:be_)?(?:suspected|found_out|caught|noticed) without_(?:being|leaving|a_trace)',
  ),
  "(?<!(?:\\bno|\\bnot|\\bwithout|\\bany|n['’]t|n['’]t be|\\btoo) )",
);

/** The first wrong of a normalised text that is to be told so; null where there is none. Asked for first is what is rarest. */
export function toldInFull(text: string): Part | null {
  if (text.length > MAX_TEXT) return null;
  let wrong = nextWrong(text, 0);
  if (wrong === null || !ORDER.test(text) || nextDemand(text, 0) === null) return null;
  for (let left = MOST_WRONGS; wrong !== null && left > 0; left--) {
    const around = text.slice(Math.max(0, wrong.start - REACH), wrong.end + REACH);
    if (nextDemand(around, 0) !== null && nextFrame(around, 0) !== null) return wrong;
    wrong = nextWrong(text, wrong.end);
  }
  return null;
}

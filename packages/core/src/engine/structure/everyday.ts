// SPDX-License-Identifier: Apache-2.0
/** Things that people ask an assistant about every day: chores, food, pets, work, money, travel, school, software, play. */

const HOUSE =
  'kitchen|bathroom|bedroom|living room|hallway|garage|garden|lawn|balcony|roof|wall|walls|ceiling|carpet|sofa|couch|chair|chairs|desk|shelf|shelves|table|curtains?|blinds?|lamp|fridge|freezer|oven|stove|microwave|dishwasher|washing machine|dryer|vacuum|boiler|heating|radiator|plumber|toilet|shower|bathtub|sink|tap|drain|gutter|paint|wallpaper|tiles?|drill|screws?|hammer|furniture|mattress|pillow|blanket|laundry|dishes|cleaning|stains?|dust|mold|mould|moss|weeds|compost|plants?|flowers?|roses|tomatoes|seeds|trees?|hedge|fence|landlord|roommate|flatmate|rent|electricity|bills?';
const FOOD =
  'recipe|recipes|cook|cooking|bake|baking|dough|bread|cake|cookies|pasta|rice|soup|salad|sauce|cheese|butter|eggs?|chicken|beef|pork|fish|vegetables|fruit|apples?|bananas?|potatoes|onions?|garlic|coffee|tea|juice|wine|beer|breakfast|lunch|dinner|dessert|menu|restaurant|picnic|barbecue|grill|calories|protein|vegetarian|vegan';
const BODY =
  'hair|haircut|beard|makeup|make-up|nails|perfume|workout|exercises?|gym|muscles?|running|marathon|yoga|pilates|cycling|swimming|hiking|football|soccer|basketball|tennis|golf|chess|guitar|piano|singing|dancing|knitting|sewing|clothes|dress|shirt|scarf|shoes|jacket|suit|dentist|allergy|vitamins?|sunscreen';
const BUSINESS =
  'office|work|excuse|excuses|resume|cv|cover letter|job|jobs|interview|salary|raise|meeting|agenda|presentation|slides|colleagues?|coworkers?|manager|customers?|invoice|receipt|refund|order|delivery|parcel|warranty|subscription|marketing|slogan|logo|brand|persona|newsletter|blog|investors|startup|budget|savings|loan|mortgage|tax|taxes|irs|insurance|credit score|credit card|account|bank|points|jury duty|paperwork|spreadsheet|excel|linkedin';
const TRAVEL =
  'trip|travel|flights?|airport|luggage|suitcase|hotel|hostel|beach|museum|tickets?|train|bus|taxi|visa|itinerary|vacation|holiday|camping|tent|weekend|weather|map|directions|parking|car|oil|tires?|tyres?|gas|fuel|engine|battery|bike|bicycle';
const SCHOOL =
  'homework|essay|exam|test|math|maths|algebra|geometry|equation|physics|chemistry|biology|history|geography|grammar|spelling|vocabulary|sentence|paragraph|synonyms?|poem|haiku|limerick|lyrics|song|songs|story|novel|plot|character|chapter|thesis|lecture|teacher|students?|classroom|kindergarten|flashcards|quiz|trivia';
const SOFTWARE =
  'python|javascript|typescript|java|rust|golang|sql|html|css|react|django|flask|pandas|excel|formula|spreadsheet|regex|function|variable|loop|array|string|compile|debug|docker|kubernetes|git|github|linux|windows|ubuntu|android|iphone|ipad|macbook|laptop|printer|wi-?fi|router|keyboard|monitor|browser|chrome|firefox|photoshop|gimp|blender|unity|godot|unreal|pdf|csv|json';
const PLAY =
  'jokes?|riddle|puns?|board game|video game|video games|minecraft|the sims|pokemon|zelda|mario|fortnite|dungeons|d&d|dnd|npc|movie|movies|film|films|series|netflix|actor|album|band|concert|podcast|party|birthday|wedding|anniversary|christmas|halloween|easter|gift|gifts|toast|speech|cats?|kittens?|dogs?|puppy|hamster|rabbit|parrot|horse|aquarium|darkroom|pool|penguins?|rats?|mice|moles|ants|wasps?|moths?|squirrels?|pigeons?|newborn|toddler|diapers?';

const THINGS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[HOUSE, FOOD, BODY, BUSINESS, TRAVEL, SCHOOL, SOFTWARE, PLAY].join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);

/** Somebody to whom something may be done, and what is done to others without naming them. */
const OTHERS =
  /(?<!\p{L})(?:him|his|he|her|hers|she|them|their|someone|somebody|people|persons?|(?:my|our|the|your|a|an|old) (?:\p{L}{1,12} )?(?:wife|husband|girlfriend|boyfriend|gf|bf|ex|boss|neighbou?rs?|roommates?|flatmates?|tenants?|landlord|mother|mom|mum|father|dad|brother|sister|aunt|uncle|cousin|grandmother|grandfather|grandma|grandpa|son|daughter|kids?|child|children|baby|toddler|students?|pupils?|teacher|classmates?|friends?|colleagues?|coworkers?|employees?|employer|customers?|users?|guests?|patients?|clients?|girls?|boys?|lady|ladies|wom[ae]n|m[ae]n|guys?|strangers?|police|officer|voters?)|\p{L}{2,20}['’]s (?!(?:birthday|wedding|party|day|resolution|eve)(?!\p{L}))|without (?:paying|a|an|the|any|being|getting|having|asking|telling)|past (?:the|a|an)|for free|security|alarms?|guards?|licen[cs]e|permit|prescription|off the (?:books|record)|fake|anonymous\p{L}*|not (?:pay|declare|report|tell)|get (?:away|out of|around|past)|skip|dump|unlock|start a fire|brakes?|speed(?:ing)? camera)(?!\p{L})/u;

/** Who asks how to do something may do it with everyday things. */
const HOW =
  /(?<!\p{L})how (?:to|(?:(?:can|do|could|would|should|might|may|shall) )?(?:i|we|you|one|someone|somebody))(?!\p{L})/u;

/** Whether a normalised text is about nobody and asks for no way. English alone: elsewhere the words of harm are known too little. */
export const isAboutNobody = (text: string, language: string | null): boolean =>
  (language === null || language === 'en') && !OTHERS.test(text) && !HOW.test(text);

/** Whether a normalised text names an everyday thing. */
export const namesThing = (text: string): boolean => THINGS.test(text);

// SPDX-License-Identifier: Apache-2.0
/** Forms of English words that no rule of endings leads back to their base. Written by hand for this project. */

/** `base: forms`; a form may lead back to several bases. */
const FORMS = `
be: am are is was were been being
have: has had having
do: does did done
go: goes went gone
arise: arose arisen
awake: awoke awoken
bear: bore borne born
beat: beaten
become: became
begin: began begun
bend: bent
bet: betted
bid: bade bidden
bind: bound
bite: bit bitten
bleed: bled
blow: blew blown
break: broke broken
breed: bred
bring: brought
build: built
burn: burnt
burst: bursted
buy: bought
catch: caught
choose: chose chosen
cling: clung
come: came
cost: costed
creep: crept
deal: dealt
dig: dug
dive: dove
draw: drew drawn
dream: dreamt
drink: drank drunk
drive: drove driven
dwell: dwelt
eat: ate eaten
fall: fell fallen
feed: fed
feel: felt
fight: fought
find: found
flee: fled
fling: flung
fly: flew flown flies
forbid: forbade forbidden
foresee: foresaw foreseen
forget: forgot forgotten
forgive: forgave forgiven
freeze: froze frozen
get: got gotten
give: gave given
grind: ground
grow: grew grown
hang: hung
hear: heard
hide: hid hidden
hold: held
keep: kept
kneel: knelt
know: knew known
lay: laid
lead: led
lean: leant
leap: leapt
learn: learnt
leave: left
lend: lent
lie: lay lain lying
light: lit
lose: lost
make: made
mean: meant
meet: met
mislead: misled
mistake: mistook mistaken
mow: mown
overcome: overcame
override: overrode overridden
pay: paid
plead: pled
prove: proven
rid: ridded
ride: rode ridden
ring: rang rung
rise: rose risen
run: ran
saw: sawn
say: said
see: saw seen
seek: sought
sell: sold
send: sent
sew: sewn
shake: shook shaken
shine: shone
shoot: shot
show: shown
shrink: shrank shrunk
sing: sang sung
sink: sank sunk sunken
sit: sat
sleep: slept
slide: slid
sling: slung
smell: smelt
sow: sown
speak: spoke spoken
speed: sped
spell: spelt
spend: spent
spill: spilt
spin: spun
spit: spat
spoil: spoilt
spring: sprang sprung
stand: stood
steal: stole stolen
stick: stuck
sting: stung
stink: stank stunk
stride: strode stridden
strike: struck stricken
string: strung
strive: strove striven
swear: swore sworn
sweep: swept
swell: swollen
swim: swam swum
swing: swung
take: took taken
teach: taught
tear: tore torn
tell: told
think: thought
throw: threw thrown
tread: trod trodden
understand: understood
undertake: undertook undertaken
undo: undid undone
uphold: upheld
wake: woke woken
wear: wore worn
weave: wove woven
weep: wept
win: won
wind: wound
withdraw: withdrew withdrawn
withhold: withheld
withstand: withstood
wring: wrung
write: wrote written
rewrite: rewrote rewritten
overwrite: overwrote overwritten
die: dying died
tie: tying tied
untie: untying
vie: vying
man: men
woman: women
child: children
person: people persons
foot: feet
tooth: teeth
goose: geese
mouse: mice
louse: lice
ox: oxen
life: lives
knife: knives
wife: wives
leaf: leaves
half: halves
self: selves
shelf: shelves
thief: thieves
loaf: loaves
wolf: wolves
calf: calves
hoof: hooves
scarf: scarves
elf: elves
sheaf: sheaves
penny: pence pennies
die: dice
criterion: criteria
phenomenon: phenomena
datum: data
medium: media
bacterium: bacteria
curriculum: curricula
memorandum: memoranda
stratum: strata
spectrum: spectra
index: indices indexes
appendix: appendices
matrix: matrices
vertex: vertices
vortex: vortices
codex: codices
analysis: analyses
basis: bases
crisis: crises
thesis: theses
hypothesis: hypotheses
diagnosis: diagnoses
emphasis: emphases
synthesis: syntheses
parenthesis: parentheses
oasis: oases
axis: axes
fungus: fungi
nucleus: nuclei
radius: radii
stimulus: stimuli
syllabus: syllabi
cactus: cacti
focus: foci
locus: loci
alumnus: alumni
larva: larvae
formula: formulae
antenna: antennae
vertebra: vertebrae
policeman: policemen
policewoman: policewomen
fireman: firemen
businessman: businessmen
chairman: chairmen
fisherman: fishermen
gentleman: gentlemen
seaman: seamen
spokesman: spokesmen
workman: workmen
clergyman: clergymen
grandchild: grandchildren
good: better best
well: better best
bad: worse worst
ill: worse worst
far: farther farthest further furthest
little: less least
many: more most
much: more most
old: elder eldest
gas: gases gasses
bus: buses
quiz: quizzes quizzed
panic: panicked panicking
traffic: trafficked trafficking
mimic: mimicked mimicking
`;

/** From a form to its bases. */
export const IRREGULAR_FORMS: ReadonlyMap<string, readonly string[]> = readForms(FORMS);

function readForms(table: string): Map<string, string[]> {
  const bases = new Map<string, string[]>();
  for (const line of table.trim().split('\n')) {
    const [base = '', forms = ''] = line.split(': ');
    for (const form of forms.split(' ')) bases.set(form, [...(bases.get(form) ?? []), base]);
  }
  return bases;
}

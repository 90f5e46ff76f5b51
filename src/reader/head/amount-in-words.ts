import { normalised, toNfc } from '../../platform/text.ts'
import { wrongLetters } from '../labels/match.ts'
import type { Piece } from '../level.ts'
import { gapBetween, phrasesOf, type Row, spanOf, textOf } from '../rows.ts'

/* Amounts in words, as Indian papers print them in English and Hindi. They prove the amounts in figures. */

/* Hindi has a word of its own for each number from 0 to 99. Most words have several spellings. */

/** In order from 0; spellings of one number are separated by `|`. */
const upToNinetyNine = `शून्य एक दो तीन चार पांच|पाँच छह|छः|छै|छ|छे सात आठ नौ|नो
  दस|दश ग्यारह बारह तेरह चौदह पंद्रह|पन्द्रह|पंदरह सोलह सत्रह अठारह|अट्ठारह उन्नीस
  बीस इक्कीस बाईस|बाइस तेईस|तेइस चौबीस पच्चीस छब्बीस सत्ताईस|सत्ताइस अट्ठाईस|अट्ठाइस|अठ्ठाईस|अठाईस उनतीस|उन्तीस
  तीस इकतीस|इकत्तीस बत्तीस तैंतीस|तेंतीस|तैतीस चौंतीस|चौतीस पैंतीस|पैतीस छत्तीस सैंतीस|सैतीस अड़तीस उनतालीस|उन्तालीस|उनचालीस
  चालीस इकतालीस बयालीस|बियालीस तैंतालीस|तेंतालीस|तैतालीस चौवालीस|चवालीस|चौंवालीस पैंतालीस|पैतालीस छियालीस सैंतालीस|सैतालीस अड़तालीस उनचास|उन्चास
  पचास इक्यावन बावन तिरपन|तिरेपन चौवन|चौअन|चव्वन पचपन छप्पन सत्तावन अट्ठावन|अठावन|अठ्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ|तिरेसठ चौंसठ|चौसठ पैंसठ|पैसठ छियासठ सड़सठ|सरसठ अड़सठ उनहत्तर|उनहतर
  सत्तर इकहत्तर|इकहतर बहत्तर|बहतर तिहत्तर|तिहतर चौहत्तर|चौहतर पचहत्तर|पचहतर छिहत्तर|छिहतर सतहत्तर|सतहतर अठहत्तर|अठहतर उन्यासी|उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी|सतासी अट्ठासी|अठासी|अठ्ठासी नवासी
  नब्बे इक्यानवे|इक्यानबे बानवे|बानबे तिरानवे|तिरानबे चौरानवे|चौरानबे पचानवे|पंचानवे|पचानबे छियानवे|छियानबे सत्तानवे|सत्तानबे|सतानवे अट्ठानवे|अट्ठानबे|अठानवे निन्यानवे|निन्यानबे`

/** Word → number. */
export const hindiUnits: ReadonlyMap<string, number> = new Map(
  upToNinetyNine
    .split(/\s+/)
    .flatMap((spellings, number) =>
      spellings.split('|').map((word) => [toNfc(word), number] as const),
    ),
)

/** Word → what it multiplies by. */
const hindiScales: ReadonlyMap<string, number> = new Map([
  [toNfc('सौ'), 100],
  [toNfc('सो'), 100],
  [toNfc('हजार'), 1_000],
  [toNfc('हज़ार'), 1_000],
  [toNfc('लाख'), 1_00_000],
  [toNfc('करोड़'), 1_00_00_000],
  [toNfc('करोड'), 1_00_00_000],
  [toNfc('अरब'), 1_00_00_00_000],
])

/** In characters. A longer text is no amount. */
const charactersMax = 400

const paisePerRupee = 100

/** A word of an amount: a number, a multiplier, or a word that parts rupees from paise. */
type Token =
  | { readonly kind: 'unit' | 'scale'; readonly value: number }
  | { readonly kind: 'rupees' | 'paise' | 'and' }

/**
 * The paise of an amount in words: "INR One Lakh Two Thousand and Fifty paise Only" is 1,02,000.50. If a scanner read one letter of a word
 * wrong, the word is still known. Undefined if a word is not part of an amount.
 */
export function readAmountInWords(text: string): number | undefined {
  if (text.length > charactersMax) return undefined
  const tokens = tokensOf(text)
  if (tokens === undefined || !tokens.some(isNumber)) return undefined
  const { rupees, paise } = splitAtPaise(tokens)
  const [whole, part] = [numberOf(rupees), numberOf(paise)]
  if (whole === undefined || part === undefined || part >= paisePerRupee) return undefined
  return whole * paisePerRupee + part
}

/** Whether a word may be part of an amount in words. With `begins`: whether an amount may begin with it. */
function isAmountWord(word: string, { begins = false } = {}): boolean {
  if (!/\p{L}/u.test(word) || /\d/.test(word)) return false
  const tokens = tokensOf(word)
  if (!begins || tokens === undefined) return tokens !== undefined
  return /^\W*indian\W*$/i.test(word) || (tokens[0] !== undefined && tokens[0].kind !== 'and')
}

function isNumber({ kind }: Token): boolean {
  return kind === 'unit' || kind === 'scale'
}

/** "… and fifty paise", "… and paise fifty", "… rupees fifty paise". */
function splitAtPaise(tokens: readonly Token[]): { rupees: Token[]; paise: Token[] } {
  const mark = tokens.findIndex(({ kind }) => kind === 'paise')
  if (mark === -1) return { rupees: tokens.filter(isNumber), paise: [] }
  const after = tokens.slice(mark + 1).filter(isNumber)
  if (after.length > 0) return { rupees: tokens.slice(0, mark).filter(isNumber), paise: after }
  const before = tokens.slice(0, mark)
  const border = Math.max(
    before.findLastIndex(({ kind }) => kind === 'and'),
    before.findLastIndex(({ kind }) => kind === 'rupees'),
  )
  return {
    rupees: before.slice(0, Math.max(border, 0)).filter(isNumber),
    paise: before.slice(border + 1).filter(isNumber),
  }
}

/** Undefined if the order of the words makes no number. */
function numberOf(tokens: readonly Token[]): number | undefined {
  let [sum, group, scale] = [0, 0, Number.POSITIVE_INFINITY]
  for (const token of tokens) {
    if (token.kind === 'unit') {
      if (!fitsBehind(group, token.value)) return undefined
      group += token.value
    } else if (token.kind === 'scale' && token.value === 100) {
      if (group >= 100) return undefined
      group = Math.max(group, 1) * 100
    } else if (token.kind === 'scale') {
      if (token.value >= scale) return undefined
      scale = token.value
      sum += Math.max(group, 1) * scale
      group = 0
    }
  }
  return sum + group
}

/** "Twenty three" and "hundred twelve" are numbers. "Three twenty" is none. */
function fitsBehind(group: number, unit: number): boolean {
  const rest = group % 100
  return rest === 0 || (rest >= 20 && rest % 10 === 0 && unit < 10)
}

function tokensOf(text: string): Token[] | undefined {
  const words = normalised(text, 'NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
  const tokens = words.map(tokensOfWord)
  return tokens.every((some) => some !== undefined) ? tokens.flat() : undefined
}

/** Parts words that were run together. The longest word is tried first, so that "sixteen" is not "six". */
function tokensOfWord(word: string): Token[] | undefined {
  const tokens = splitRun(word)
  if (tokens !== undefined) return tokens
  const alike = Array.from(vocabulary.keys()).filter((known) => isAlmost(word, known))
  const [only] = alike
  return only === undefined || alike.length > 1 ? undefined : withToken(only)
}

function splitRun(run: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < run.length;) {
    const word = longestFirst.find((known) => run.startsWith(known, at))
    if (word === undefined) return undefined
    tokens.push(...withToken(word))
    at += word.length
  }
  return tokens
}

function withToken(word: string): Token[] {
  const token = vocabulary.get(word)
  return token === undefined || token === null ? [] : [token]
}

/** A word needs this many letters to be known despite a wrong letter. */
const almostLettersMin = 4

/** Whether one letter is wrong, missing or too many. */
function isAlmost(word: string, known: string): boolean {
  const letters = Math.min(word.length, known.length)
  return letters >= almostLettersMin && wrongLetters(word, known, 1) <= 1
}

const units =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/)
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Word → its meaning. A word with null means nothing. */
const vocabulary: ReadonlyMap<string, Token | null> = new Map<string, Token | null>([
  ...units.map((word, value) => [word, { kind: 'unit', value }] as const),
  ...tens.map((word, index) => [word, { kind: 'unit', value: (index + 2) * 10 }] as const),
  ['fourty', { kind: 'unit', value: 40 }],
  ['ninty', { kind: 'unit', value: 90 }],
  ...Array.from(hindiUnits, ([word, value]) => [word, { kind: 'unit', value }] as const),
  ...Array.from(hindiScales, ([word, value]) => [word, { kind: 'scale', value }] as const),
  ...Object.entries({
    hundred: 100,
    thousand: 1_000,
    thousands: 1_000,
    lakh: 1_00_000,
    lakhs: 1_00_000,
    lac: 1_00_000,
    lacs: 1_00_000,
    crore: 1_00_00_000,
    crores: 1_00_00_000,
    million: 10_00_000,
  }).map(([word, value]) => [word, { kind: 'scale', value }] as const),
  ...['rupees', 'rupee', 'rs', 'inr', 'रुपये', 'रुपए', 'रुपया', 'रूपये', 'रूपए', 'रु'].map(
    (word) => [word, { kind: 'rupees' }] as const,
  ),
  ...['paise', 'paisa', 'paises', 'ps', 'पैसे', 'पैसा'].map(
    (word) => [word, { kind: 'paise' }] as const,
  ),
  ...['and', 'और', 'एवं', 'व'].map((word) => [word, { kind: 'and' }] as const),
  ...['only', 'indian', 'total', 'a', 'मात्र', 'केवल'].map((word) => [word, null] as const),
])

const longestFirst = Array.from(vocabulary.keys()).toSorted((a, b) => b.length - a.length)

/* Finds the amount in words anywhere on the page: behind a label, below a label, over two lines. */

export type WordsAmount = {
  readonly text: string
  readonly label: string
  readonly paise: number
  readonly pieces: readonly Piece[]
}

/** An amount takes at most this many lines. */
const linesMax = 3
/** In heights of type. A wider gap ends a line of words. */
const gapMax = 1.6

/** The amounts in words. Amounts of only the tax are left out. */
export function findAmountsInWords(rows: readonly Row[]): WordsAmount[] {
  const found: WordsAmount[] = []
  for (const [index, { pieces }] of rows.entries()) {
    for (const [at, piece] of pieces.entries()) {
      const isTaken = found.some((amount) => amount.pieces.includes(piece))
      if (isTaken || !isAmountWord(piece.word.text, { begins: true })) continue
      const amount = amountFrom(rows, index, at)
      if (amount !== undefined) found.push(amount)
    }
  }
  return found
}

function amountFrom(rows: readonly Row[], index: number, at: number): WordsAmount | undefined {
  const pieces = wordsFrom(rows, index, at)
  const words = textOf(pieces).replace(/^[\s(:-]+/, '')
  const text = withoutEnd(words, /[\s).]/).replace(currencyLabel, '')
  const paise = readAmountInWords(text)
  const label = labelOf(rows, index, at)
  if (isBroken(rows[index], at) || isContinued(rows[index - 1], at)) return undefined
  if (
    paise === undefined ||
    /\btax\b(?! invoice)|gst/i.test(
      lastPart(label).replace(/after tax|incl\S* .*(?:tax(?:es)?|gst)\b/i, ''),
    )
  )
    return undefined
  const isSaid = wordsLabel.test(label) || /rupee|inr|only|रुप|रूप|मात्र/i.test(text)
  return isSaid ? { text, label, paise, pieces } : undefined
}

/** Before a comma stands something else: "… GSTIN 27AAKPK4821M1ZD, a sum of". */
function lastPart(label: string): string {
  return (
    label
      .slice(-labelMax)
      .split(/[,;]\s/)
      .at(-1) ?? ''
  )
}

/** "Rs. : Five Hundred Only": a currency with a colon is a label. */
const currencyLabel = /^(?:rs\.?|inr|₹|rupees)\s*[:-]+\s*/i

/** Whether the start of the amount was missed: a word that is no label stands right before it. */
function isBroken(row: Row | undefined, at: number): boolean {
  const [before, start] = [row?.pieces[at - 1], row?.pieces[at]]
  if (before === undefined || start === undefined || gapBetween(before, start) > gapMax)
    return false
  const { text } = before.word
  // "Rs. 500.00 (Rupees …", "that is Rupees …"
  if (/\d/.test(text)) return false
  if (/^[a-z]{1,3}$/.test(text)) return isAmountWord(text)
  return /\p{L}/u.test(text) && !/[:)\-–]$/.test(text) && !beginnings.test(text)
}

/** Whether the amount begins at the end of the row above, where it was not read. */
function isContinued(above: Row | undefined, at: number): boolean {
  const last = above?.pieces.at(-1)?.word.text ?? ''
  return at === 0 && isAmountWord(last) && !/^(?:only|a)\b/i.test(last)
}

const beginnings =
  /^\(?(?:rs\.?|inr|rupees?|words?|total|amount|value|payable|in|of|say|में|शब्दों|रु)$/i

/** The words of an amount from a piece on. If the words fill the line, they go on in the next line of their column. */
function wordsFrom(rows: readonly Row[], index: number, at: number): Piece[] {
  const taken: Piece[] = []
  const left = leftOf(rows[index], at)
  for (const row of rows.slice(index, index + linesMax)) {
    const line = lineFrom(row, left, taken.length === 0 ? at : 0)
    if (taken.length > 0 && (line[0]?.left ?? 0) > spanOf(taken).right) continue
    const end = line.findIndex(({ word }) => !isPart(word.text))
    taken.push(...line.slice(0, end === -1 ? line.length : end))
    // The amount may go on behind an unreadable word.
    if (end > 0 && !isEnd(taken.at(-1)) && /\p{L}{2}/u.test(line[end]?.word.text ?? '')) return []
    if (end !== -1 || line.length === 0 || isEnd(taken.at(-1))) break
  }
  return taken
}

function isEnd(piece: Piece | undefined): boolean {
  return /only|मात्र|केवल/i.test(piece?.word.text ?? '')
}

/** The left edge of the piece's phrase with its label. Lines below begin there. */
function leftOf(row: Row | undefined, at: number): number {
  const piece = row?.pieces[at]
  const phrase = phrasesOf(row ?? { pieces: [] }, gapMax).find(
    ({ pieces }) => piece !== undefined && pieces.includes(piece),
  )
  return phrase?.left ?? 0
}

/** Signs between two words, such as a hyphen or an ampersand, belong to the amount. */
function isPart(word: string): boolean {
  return isAmountWord(word) || /^[&\-–().:/]+$/.test(word)
}

/** The phrase of a row that holds the amount or continues it. */
function lineFrom({ pieces, height }: Row, left: number, at: number): Piece[] {
  const from = at > 0 ? at : pieces.findIndex((piece) => piece.left >= left - height)
  if (from === -1) return []
  const rest = pieces.slice(from)
  const end = rest.findIndex((piece, index) => {
    const before = rest[index - 1]
    return before !== undefined && gapBetween(before, piece) > gapMax
  })
  return end === -1 ? rest : rest.slice(0, end)
}

const wordsLabel = /words|शब्दों|chargeable/i

/** The text before the amount in its phrase. If there is none, the text above, if that text announces words. */
function labelOf(rows: readonly Row[], index: number, at: number): string {
  const start = rows[index]?.pieces[at]
  const before = withoutEnd(textOf(rows[index]?.pieces.slice(0, at) ?? []), labelEnd)
  if (before !== '' || start === undefined) return before
  const above = phrasesOf(rows[index - 1] ?? { pieces: [] })
  const nearest = above.find(({ left, right }) => left <= start.right && right >= start.left)
  return nearest !== undefined && wordsLabel.test(nearest.text)
    ? withoutEnd(nearest.text, labelEnd)
    : ''
}

const labelEnd = /[\s:(–-]/

/** At most this many characters of a label are looked at: those next to the amount. */
const labelMax = 200

/** The text without the characters in `ends` at its end. A regular expression would begin anew at each such character on the way. */
function withoutEnd(text: string, ends: RegExp): string {
  let length = text.length
  while (length > 0 && ends.test(text.charAt(length - 1))) length--
  return text.slice(0, length)
}

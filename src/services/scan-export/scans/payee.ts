/** Between the parts of a narration. */
const separators = /[/*|:;,-]/

/** A number, an account, an address of a payment app, masked digits: no word of a name. */
const noWord = /\d{3}|@|[xX]{3}/

/** What banks say of how and why money moved. None of these is a vendor, nor begins or ends the name of one. */
const bankWords = new Set(
  (
    'ach achd achc bil bill bills billdesk billpay by chq clg clearing cr ctr cts debit dr d c ecs ecom emi ft ' +
    'funds ib imps inb inf inft mandate mb mbk mmt mob mum nach neft net netbank netbanking netbnk online paid pay ' +
    'payment payments pmt pos purchase ref rtgs self si supplies supply tfr to towards transfer trf trfr txn upi upiout ' +
    'via wdl withdrawal'
  ).split(' '),
)

/** Money that goes to nobody by name. */
const nobody =
  /\b(?:atm|cash|charges?|chgs?|interest|int|salary|wages|tax|gst|tds|reversal|refund)\b/i

const chequeBegins = /^\s*(?:chq|cheque|clg|ctr)\b/i

/** Three letters at least. */
const aName = /(?:\p{L}\P{L}*){3}/u

/**
 * Who was paid, guessed from the narration of a bank statement's row, as the words stand in it; undefined when it names
 * nobody. Banks agree on no form: whoever adds a name sees the narration beside it.
 */
export function payeeOf(narration: string): string | undefined {
  if (nobody.test(narration)) return undefined
  const parts = narration.split(separators)
  // A cheque's narration begins with the place where it was cleared.
  if (chequeBegins.test(narration)) parts.reverse()
  for (const part of parts) {
    const name = nameIn(part)
    if (name !== undefined) return name
  }
  return undefined
}

/** The first words that may be a name, without what the bank says before and behind them. */
function nameIn(part: string): string | undefined {
  let words: string[] = []
  for (const word of part.split(' ')) {
    if (!noWord.test(word)) {
      words.push(word)
      continue
    }
    const name = nameOf(words)
    if (name !== undefined) return name
    words = []
  }
  return nameOf(words)
}

function nameOf(words: string[]): string | undefined {
  while (isBankWord(words[0])) words.shift()
  while (isBankWord(words.at(-1))) words.pop()
  const name = words.join(' ')
  return aName.test(name) ? name : undefined
}

function isBankWord(word: string | undefined): boolean {
  if (word === undefined) return false
  return word === '' || bankWords.has(word.toLowerCase().replaceAll('.', ''))
}

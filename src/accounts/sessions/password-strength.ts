import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { foldText, toNfc } from '../../platform/text.ts'

// How easily a password is guessed. The server refuses weak ones, and the pages show the strength during typing. It needs half a megabyte
// of known passwords: both load them when a password is chosen.

/** Word lists by kind, such as `passwords-common`, the likeliest word first. */
export type KnownWords = Readonly<Record<string, string[]>>

export type JudgePassword = (typed: string, owner?: PasswordOwner) => PasswordStrength

/** Facts about the password's owner that everybody knows. */
export type PasswordOwner = { organisation?: string; email?: string; name?: string }

/** Why a password is refused. */
type PasswordFault = 'length' | 'common' | 'own'

/** `score`: from 0, guessed at once, to 4. */
type PasswordStrength = { score: number; fault?: PasswordFault }

/** Shortest and longest password, in characters. */
export const passwordMin = 10
export const passwordMax = 200

/** From this score on a password is strong enough where tries are slowed down and hashes are slow (source: zxcvbn's scale). */
const scoreMin = 2

/** How many characters are judged: a longer password is no weaker, and checking it would delay everybody. */
const judgedMax = 64

/** The shortest part of a name that counts: shorter parts hide nothing when they occur. */
const partMin = 4

/** How many letters and digits must remain after removing what everybody knows. */
const ownMin = 6

const notInWords = /[^\p{L}\p{M}\p{N}]+/gu

/** Words that people here, and in shops, choose first, as far as the library's list of passwords lacks them. All letters are lower case. */
export const localWords = `
  passphrase passkey oldpassword thepassword secretpassword yourpassword userpassword adminpassword rootpassword
  testpassword defaultpassword temporarypassword changemenow changethis pleasechange pleasechangeme letmeinplease
  ilovemum ilovedad iloveindia loveindia welcomehome welcomeback welcometo administration administrador adminadmin
  adminuser superadmin superuser rootroot toor useruser guestguest shopowner supportteam defaults testaccount demodemo
  demouser examples login loginlogin logmein accessgranted confidential rememberme dontforget mycomputer googlecom
  gmail gmailcom instagram whatsapp yahoocom ubuntu cricketer sunshines may happybirthday diwali happydiwali holi
  happyholi happynewyear eid eidmubarak pongal onam dussehra navratri ganpati ganpatibappa ganpatibappamorya
  jaishriram jaishreeram shriram shreeram jaihanuman matadi bharatmata bharatmatakijai vandemataram incredibleindia
  bengaluru kolkata pune ahmedabad surat jaipur lucknow kanpur nagpur indore bhopal gujarat maharashtra rajasthan
  haryana tamilnadu karnataka telangana bihar odisha assam radhakrishna radhekrishna harekrishna hareram
  harekrishnahareram radheradhe omnamahshivay omnamahshivaya omnamoshivaya namahshivaya mahadev harharmahadev
  bholenath mahalakshmi laxmi mahalaxmi saraswati durga durgamaa parvati jaisairam waheguruji satnamwaheguru
  alhamdulillah mashallah jesuslovesme godblessme trustingod papa mummypapa mompapa maapapa mummydaddy foreverlove
  friendsforever jaanu meri mera dilse pyaar ishq zindagi shops shopkeeper myshop mystore supermarket kirana
  kiranastore generalstore traders enterprises companies mycompany mybusiness accountant tallyerp tallyprime busy zoho
  invoices gst gstin gstbill cashier inventory daybook mydaybook backoffice rupees crore lakhs numberone smartboy
  qwertyqwerty zxcv abcd abcde abcdef abcdefgh abcabc abcabcabc abc xyz xyzxyz maruti bajaj correcthorsebatterystaple
  correcthorse batterystaple ihavenoidea sachintendulkar dhoni msdhoni kohli viratkohli virat rohit rohitsharma
  shahrukhkhan salmankhan amitabh bachchan modi narendramodi mahatmagandhi rohan vikas vinod pramod arjun verma gupta
  mehta jain agarwal agrawal rao nair priya pooja neha savita geeta sita gita lata usha rekha meena seema reena
  `
  .trim()
  .split(/\s+/)

/** Judges by the words that everybody knows, and those that people here choose first. */
export function passwordJudge(known: KnownWords): JudgePassword {
  const zxcvbn = new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    dictionary: { ...known, local: localWords },
    maxLength: judgedMax,
  })
  return (typed, owner = {}) => judge(zxcvbn, typed, owner)
}

function judge(zxcvbn: ZxcvbnFactory, typed: string, owner: PasswordOwner): PasswordStrength {
  const password = toNfc(typed)
  if (password.length < passwordMin || password.length > passwordMax) {
    return { score: 0, fault: 'length' }
  }
  const text = password.slice(0, judgedMax)
  const words = foldText(text).replaceAll(notInWords, '')
  // Also as one word: spaces and signs within a common password add no strength.
  const forms = words === '' ? [text] : [text, words]
  const judged = forms.map((form) => zxcvbn.check(form, partsOf(owner)))
  if (judged.some(({ sequence }) => isMadeOf(words, knownTokens(sequence)))) {
    return { score: 0, fault: 'own' }
  }
  const score = Math.min(...judged.map((one) => one.score))
  // A telephone number, or one or two dates.
  const isNumber = /^\p{N}+$/u.test(words)
  return score < scoreMin || isNumber ? { score: 0, fault: 'common' } : { score }
}

/** `Acme Stores` is also `acmestores`, `acme` and `stores`. */
function partsOf({ organisation = '', email = '', name = '' }: PasswordOwner): string[] {
  return [organisation, email, name]
    .map(foldText)
    .flatMap((text) => [
      text,
      text.replaceAll(notInWords, ''),
      ...text.split('@'),
      ...text.split(notInWords),
    ])
    .filter((part) => part.length >= partMin)
}

function knownTokens(sequence: readonly Match[]): string[] {
  return sequence
    .filter((match) => match['dictionaryName'] === 'userInputs')
    .map(({ token }) => foldText(token).replaceAll(notInWords, ''))
}

function isMadeOf(words: string, known: readonly string[]): boolean {
  return known.length > 0 && words.length - known.join('').length < ownMin
}

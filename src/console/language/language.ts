import { createInstance } from 'i18next'

/** The languages of the console, each by its own name. English is in the code. The others are catalogues in this folder. */
export const languages = [
  { id: 'en', name: 'English' },
  { id: 'hi', name: 'हिन्दी' },
  { id: 'gu', name: 'ગુજરાતી' },
] as const

export type Language = (typeof languages)[number]['id']

const keptUnder = 'daybook-language'

const catalogues: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  hi: () => import('./hi.json'),
  gu: () => import('./gu.json'),
}

/** Month and day names, for calendars and for typed dates. */
const calendars: Readonly<Record<Exclude<Language, 'en'>, () => Promise<unknown>>> = {
  hi: () => import('dayjs/locale/hi.js'),
  gu: () => import('dayjs/locale/gu.js'),
}

/** English text → text in the other language. */
type Texts = Readonly<Record<string, string>>
type Catalogue = { default: Texts }

// The English text is the key, so `:` and `.` in it must have no special meaning.
const catalogue = createInstance()
void catalogue.init({
  lng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
})

/** The language that was chosen in this browser, else English. */
export const language = keptLanguage()

/** For `Intl`: numbers in lakh and crore, and the months of the language. */
export const locale = `${language}-IN`

/** A text in the chosen language, with its `{{values}}`. A text without a translation stays English. */
export function t(text: string, values?: Readonly<Record<string, string | number>>): string {
  return catalogue.t(text, { ...values })
}

/** The texts of the chosen language. Empty for English. */
let spoken: Texts = {}

/** The English form of a text from `t`. Programs read the files too and know a column only by its English title. */
export function inEnglish(text: string): string {
  return englishIn(spoken, text)
}

export function englishIn(texts: Texts, text: string): string {
  return Object.keys(texts).find((english) => texts[english] === text) ?? text
}

// Other files use texts while they load, so they wait for this file. If the catalogue fails to load, the page is in English.
if (language !== 'en') await speak(language).catch((error: unknown) => reportError(error))

async function speak(other: Exclude<Language, 'en'>): Promise<void> {
  document.documentElement.lang = locale
  const [{ default: texts }] = await Promise.all([catalogues[other](), calendars[other]()])
  spoken = texts
  catalogue.addResourceBundle(other, 'translation', texts)
  await catalogue.changeLanguage(other)
}

/** Keeps the language in this browser and loads the page again. */
export function speakFromNowOn(chosen: Language): void {
  window.localStorage.setItem(keptUnder, chosen)
  window.location.reload()
}

function keptLanguage(): Language {
  const kept = globalThis.localStorage?.getItem(keptUnder)
  return kept === 'hi' || kept === 'gu' ? kept : 'en'
}

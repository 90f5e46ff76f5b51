import { createInstance } from 'i18next'

/** What the console speaks, each by its own name. English stands in the code; the others are catalogues beside it. */
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

/** The names of months and days, for calendars and what is typed. */
const calendars: Readonly<Record<Exclude<Language, 'en'>, () => Promise<unknown>>> = {
  hi: () => import('dayjs/locale/hi.js'),
  gu: () => import('dayjs/locale/gu.js'),
}

/** The other language's text by the English one. */
type Texts = Readonly<Record<string, string>>
type Catalogue = { default: Texts }

// An English text is its own name, so nothing in it may mean anything: `:` and `.` are what they are.
const catalogue = createInstance()
void catalogue.init({
  lng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {},
})

/** What this browser was told to speak, else English. */
export const language = keptLanguage()

/** For `Intl`: numbers in lakh and crore, and the months of the language. */
export const locale = `${language}-IN`

/** A text in the chosen language, with its `{{values}}`; in English where the language does not have it. */
export function t(text: string, values?: Readonly<Record<string, string | number>>): string {
  return catalogue.t(text, { ...values })
}

/** Those of the chosen language; none in English. */
let spoken: Texts = {}

/** What a text of `t` is in English. Files are for programs too, which know a column by its one title. */
export function inEnglish(text: string): string {
  return englishIn(spoken, text)
}

export function englishIn(texts: Texts, text: string): string {
  return Object.keys(texts).find((english) => texts[english] === text) ?? text
}

// Texts are also taken while other files are loaded: those wait for this one. English is better than no page.
if (language !== 'en') await speak(language).catch((error: unknown) => reportError(error))

async function speak(other: Exclude<Language, 'en'>): Promise<void> {
  document.documentElement.lang = locale
  const [{ default: texts }] = await Promise.all([catalogues[other](), calendars[other]()])
  spoken = texts
  catalogue.addResourceBundle(other, 'translation', texts)
  await catalogue.changeLanguage(other)
}

/** From now on in this browser; the page begins anew with it. */
export function speakFromNowOn(chosen: Language): void {
  window.localStorage.setItem(keptUnder, chosen)
  window.location.reload()
}

function keptLanguage(): Language {
  const kept = globalThis.localStorage?.getItem(keptUnder)
  return kept === 'hi' || kept === 'gu' ? kept : 'en'
}

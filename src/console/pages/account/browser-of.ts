import { t } from '../../language/language.ts'

/** The first match wins, because most browsers also call themselves Chrome or Safari. */
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, t('an iPhone or iPad')],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, t('a Mac')],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
] as const

/** "Chrome on Windows", from the browser's user agent. */
export function browserOf(userAgent: string | null): string {
  const said = userAgent ?? ''
  const [, browser] = browsers.find(([pattern]) => pattern.test(said)) ?? []
  const [, system] = systems.find(([pattern]) => pattern.test(said)) ?? []
  if (browser === undefined) return t('Another program')
  return system === undefined ? browser : t('{{browser}} on {{system}}', { browser, system })
}

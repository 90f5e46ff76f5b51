import { Type } from '@sinclair/typebox'

/** Languages that Daybook reads beside English, by ISO 639-1. */
export const indicLanguages = ['hi', 'gu'] as const

export type IndicLanguage = (typeof indicLanguages)[number]

export const indicLanguage = Type.Union(indicLanguages.map((language) => Type.Literal(language)))

/** The letters and vowel signs of each language's script, without its digits. */
export const signsOf: Record<IndicLanguage, string> = {
  hi: '\\u0900-\\u0963\\u0971-\\u097F',
  gu: '\\u0A81-\\u0AE3\\u0AF9-\\u0AFF',
}

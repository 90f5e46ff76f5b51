import { foldText } from '../../../platform/text.ts'

/** The form in which names are sorted and searched: folded, and without the joiners that only shape Indic letters. */
export function fold(text: string): string {
  return foldText(text.replace(/[\u200c\u200d]/g, ''))
}

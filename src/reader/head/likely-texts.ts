import { isPartyName } from './party-names.ts'

/* No form proves a text. Texts that cannot be a value of the key are left out. */

/** Patterns that the text of a key never matches. */
const unlikely: Readonly<Record<string, RegExp>> = {
  payment_terms:
    /jurisdiction|interest|dispute|goods|warranty|conditions?|subject|overleaf|\be\.? ?& ?o|\d\.\d\d|.{61}/i,
  transporter: /^[\d\W]*$|\d\.\d\d|.{61}/,
  bank_name: /^[\d\W]*$|.{81}/,
}

/** Whether a text may be the value of a key. */
export function isLikely(key: string, text: string): boolean {
  if (key.endsWith('_name') && key !== 'bank_name') return isPartyName(text)
  return unlikely[key]?.test(text) !== true
}

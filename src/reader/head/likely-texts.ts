import { isPartyName } from './party-names.ts'

/* Texts have no form that proves them: what cannot be one is not taken for one. */

/** What some keys' texts never are, or never have. */
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

import { nameCharactersMax } from './party-blocks.ts'

/* What a firm may be called, by the words of a paper's head. */

/** No sentence, no title, no address, no number. */
export function isName(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}\p{M}]/gu, '').length
  if (letters < 3 || text.length > nameCharactersMax || letters / text.length < 0.6) return false
  if (/^\d+\s*[/,-]/.test(text) || places.test(text)) return false
  return !notNames.test(text) && !isTitleWord(text) && !/[@:]|www\.|\d{5}/.test(text)
}

/** Words of addresses. */
const places =
  /\b(?:yard|chowk|marg|lane|colony|complex|apartments?|building|peth|gali|midc|gidc|khasra|gala no|godown|h\.no|s\.no|door no|survey no|1st|2nd|3rd|pin)\b/i

const notNames =
  /\b(?:charges|amount|payable|summary|balance due|total)$|jurisdiction|original|duplicate|triplicate|recipient|page \d|\bgstin\b|shree ganesh(?:ay|aya)? nam|श्री गणेशाय|॥|\|\||invoice|subject to|phone|mobile|e-?mail|road\b|street|nagar\b|floor|near\b|opp\b|plot\b|shop no|dist\b|state\b|e\.? ?& ?o|composition taxable|computer generated|dealers? (?:in|of)|manufacturers? (?:of|&)|wholesalers? (?:of|in|&)|suppliers? of|licen[cs]e|deals in|stockist|continued|irn\b|customer copy|merchant copy/i

export function isTitleWord(text: string): boolean {
  return /^(?:tax|gst|retail|cash|credit|debit|bill|memo|note|purchase|order|invoice|of supply|statement|quotation|challan|original|copy|e-invoice|\s|\(|\)|\/|-|of|supply|delivery)+$/i.test(
    text,
  )
}

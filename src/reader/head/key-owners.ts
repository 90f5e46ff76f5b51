import { fieldOf } from '../../paper/fields.ts'
import type { Category } from '../../paper/categories.ts'
import type { Owner } from './zones.ts'

/* The owner of a value decides its key. */

/** Whether the key belongs to an amount below the lines. */
export function isAmountKey(key: string): boolean {
  return fieldOf(key)?.whose === 'amounts'
}

/** A statement also has the email and telephone of its bank. */
function isOfStatement(key: string): boolean {
  return fieldOf(key)?.whose === 'bank' || key === 'email' || key === 'phone'
}

const nameKeys: Readonly<Record<Owner, string>> = {
  seller: 'vendor_name',
  buyer: 'buyer_name',
  consignee: 'consignee_name',
  bank: 'account_name',
}

/**
 * The key of a value in a block, or outside of all blocks. Undefined if the value belongs to nobody. Outside of a block, a value belongs to
 * the issuer: the seller of a bill, the buyer of an order.
 */
export function keyFor(
  key: string,
  block: Owner | undefined,
  category: Category,
): string | undefined {
  if (category === 'bank_entry') return isOfStatement(key) ? key : undefined
  const owner = block ?? (category === 'purchase_order' ? 'buyer' : 'seller')
  if (key === 'bank' || nameKeys[owner] === key) return undefined
  // Nobody puts a label before their own name on their own paper.
  if (key === 'name' && block === undefined)
    return category === 'vendor_invoice' ? 'buyer_name' : undefined
  if (key === 'name') return owner === 'bank' ? undefined : nameKeys[owner]
  if (Object.values(nameKeys).includes(key)) return undefined
  if (fieldOf(key)?.whose !== 'seller' || owner === 'seller') return key
  return owner === 'bank' ? (key === 'pan' ? key : undefined) : `${owner}_${key}`
}

/** The key of the name or address at the top of a paper, which is the issuer's. */
export function issuerKey(key: 'name' | 'address', category: Category): string | undefined {
  if (category === 'bank_entry') return undefined
  const isOrder = category === 'purchase_order'
  if (key === 'name') return isOrder ? 'buyer_name' : 'vendor_name'
  return isOrder ? 'buyer_address' : 'address'
}

import { printedAmount } from '../../../printing/money.ts'
import type { Invoice } from './data.ts'

/** Digits of a phone number of India, and the code that stands in front of it abroad. */
const indianDigits = 10
const indianCode = '91'

/**
 * The address that opens WhatsApp with a text about an invoice, to the customer where there is a phone number. Nothing is
 * sent by Daybook, and nothing in the text leads to it.
 */
export function whatsappAddress(invoice: Invoice): string {
  const text = encodeURIComponent(textOf(invoice))
  return `https://wa.me/${phoneOf(invoice.buyer.phone)}?text=${text}`
}

function textOf({ seller, buyer, number, orderNo, payable, upi }: Invoice): string {
  return [
    buyer.name === '' ? 'Thank you for your order.' : `${buyer.name}, thank you for your order.`,
    `${seller.name}: invoice ${number}, order ${orderNo}`,
    `Amount: ₹${printedAmount(payable)}`,
    ...(upi === null ? [] : [`Pay by UPI: ${upi}`]),
  ].join('\n')
}

/** With the country's code, as WhatsApp wants it; '' lets whoever sends it choose. */
function phoneOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length === indianDigits ? `${indianCode}${digits}` : digits
}

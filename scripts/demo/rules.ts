import type { Category } from '../../src/paper/categories.ts'

export type SampleRule =
  | { type: 'label'; from: string; to: string; category?: Category }
  | { type: 'value'; key: string; from: string; to: string; category?: Category }

/** What the owner taught Daybook beyond the built-in labels: Hindi bill books, spellings of states. */
export const sampleRules: readonly SampleRule[] = [
  { type: 'label', from: 'बिल नं.', to: 'invoice_no' },
  { type: 'label', from: 'दिनांक', to: 'invoice_date' },
  { type: 'label', from: 'विक्रेता', to: 'vendor_name' },
  { type: 'label', from: 'विवरण', to: 'description' },
  { type: 'label', from: 'नग', to: 'qty' },
  { type: 'label', from: 'दर', to: 'rate' },
  { type: 'label', from: 'रकम', to: 'amount' },
  { type: 'label', from: 'Date', to: 'invoice_date', category: 'vendor_invoice' },
  { type: 'label', from: 'Date', to: 'po_date', category: 'purchase_order' },
  { type: 'label', from: 'POS', to: 'place_of_supply', category: 'vendor_invoice' },
  { type: 'label', from: 'Our Order Ref', to: 'po_no', category: 'purchase_order' },
  { type: 'label', from: 'Tran Particulars', to: 'narration', category: 'bank_entry' },
  { type: 'label', from: 'State of Supplier', to: 'seller_state' },
  { type: 'value', key: 'place_of_supply', from: 'MH', to: 'Maharashtra' },
  { type: 'value', key: 'place_of_supply', from: 'Maharastra', to: 'Maharashtra' },
  { type: 'value', key: 'place_of_supply', from: '27-Maharashtra', to: 'Maharashtra' },
  { type: 'value', key: 'seller_state', from: 'Tamilnadu', to: 'Tamil Nadu' },
  { type: 'value', key: 'seller_state', from: '33-Tamil Nadu', to: 'Tamil Nadu' },
  { type: 'value', key: 'seller_state', from: '24-Gujarat', to: 'Gujarat' },
]

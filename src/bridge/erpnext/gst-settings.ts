import type { JsonObject } from '../../platform/json/json.ts'
import { numberOf, rowsOf, textOf } from '../../platform/json/fields.ts'
import type { TaxHead } from '../vouchers/voucher.ts'
import { isChecked, type Site } from './client.ts'

/** What the app India Compliance knows of a company: its GST accounts, and the template for each rate. */
export type GstSettings = {
  accounts: GstAccount[]
  /** Template names by rate in per cent. */
  templates: ReadonlyMap<number, string>
}

type GstAccount = {
  /** India Compliance's own word. */
  side: 'Input' | 'Output' | 'Purchase Reverse Charge' | 'Other'
  head: TaxHead
  account: string
}

const heads = ['cgst', 'sgst', 'igst', 'cess'] as const

/** Undefined where the app is not installed; then the bridge asks for none of its fields. Throws AppError as `Site` does. */
export async function readGstSettings(
  site: Site,
  company: string,
): Promise<GstSettings | undefined> {
  const settings = await site.get('GST Settings', 'GST Settings')
  if (settings === undefined) return undefined
  const rows = rowsOf(settings, 'gst_accounts').filter((row) => textOf(row, 'company') === company)
  return {
    accounts: rows.flatMap(accountsIn),
    templates: await readTemplates(site, company),
  }
}

function accountsIn(row: JsonObject): GstAccount[] {
  const type = textOf(row, 'account_type')
  const side =
    type === 'Input' || type === 'Output' || type === 'Purchase Reverse Charge' ? type : 'Other'
  return heads.flatMap((head) => {
    const account = textOf(row, `${head}_account`)
    return account === '' ? [] : [{ side, head, account }]
  })
}

/** Of several templates for one rate, the first by name. Untaxed goods have their own template. */
async function readTemplates(site: Site, company: string): Promise<Map<number, string>> {
  const fields = ['name', 'gst_rate', 'gst_treatment', 'disabled']
  const filters = [['company', '=', company]]
  const templates = new Map<number, string>()
  for await (const template of site.pages('Item Tax Template', { fields, filters })) {
    const rate = numberOf(template, 'gst_rate')
    const treatment = textOf(template, 'gst_treatment')
    const isOfRate = rate > 0 ? treatment === 'Taxable' : treatment === 'Nil-Rated'
    if (!isChecked(template, 'disabled') && isOfRate && !templates.has(rate)) {
      templates.set(rate, textOf(template, 'name'))
    }
  }
  return templates
}

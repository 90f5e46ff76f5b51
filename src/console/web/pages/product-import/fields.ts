import { importFields } from '../../../../services/storefront/products/record.ts'
import type { Column } from './import-rows.ts'

/** What a column of a file can be, in the order in which a form offers them. */
export const fields: readonly Column[] = Object.keys(importFields).filter(isColumn)

/** What every file should have; without a name it can only change what is there. */
export const wantedFields: readonly Column[] = ['sku', 'name']

function isColumn(field: string): field is Column {
  return Object.hasOwn(importFields, field)
}

export function labelOf(field: string): string {
  return isColumn(field) ? importFields[field].label : field
}

export function isMoney(field: string): boolean {
  return isColumn(field) && importFields[field].cell === 'amount'
}

/** What a column may be called: its label first, then what programs and people say. */
export function titlesOf(field: Column): readonly string[] {
  const { label, csv } = importFields[field]
  return [label, ...csv]
}

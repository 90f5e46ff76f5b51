import { Select } from '@mantine/core'
import type { Which } from '../components/list-selection.ts'
import { formatCount } from '../components/values.tsx'

/*
 * The rows that were chosen in a list, on a page that prints them. They stand behind the # of the address: the server never gets so long an
 * address, and a reload keeps them.
 */

export function hashOf(which: Which): string {
  return encodeURIComponent(JSON.stringify(which))
}

/** The chosen rows in the address of this page. Null if no rows were chosen. */
export function chosenHere(): Which | null {
  try {
    const said: unknown = JSON.parse(decodeURIComponent(window.location.hash.slice(1)))
    return isWhich(said) ? said : null
  } catch {
    // If the address was typed or cut off, nothing is chosen.
    return null
  }
}

function isWhich(said: unknown): said is Which {
  if (typeof said !== 'object' || said === null) return false
  if ('ids' in said)
    return Array.isArray(said.ids) && said.ids.every((id) => typeof id === 'string')
  return 'fit' in said && 'atMost' in said && typeof said.atMost === 'number'
}

type PartSelectProps = {
  part: number
  /** `size` is the number in one part, `total` is the number in all parts. */
  size: number
  total: number
  onChange(part: number): void
}

/** Selects the part to print, if more was chosen than one print job takes. */
export function PartSelect({ part, size, total, onChange }: PartSelectProps) {
  const parts = Math.ceil(total / size)
  if (parts <= 1) return null
  return (
    <Select
      label="Part"
      description={`A print job has ${formatCount(size)} at most.`}
      w={220}
      allowDeselect={false}
      value={String(part)}
      data={Array.from({ length: parts }, (_, at) => ({
        value: String(at),
        label: `${formatCount(at * size + 1)} to ${formatCount(Math.min(total, (at + 1) * size))} of ${formatCount(total)}`,
      }))}
      onChange={(value) => onChange(Number(value ?? 0))}
    />
  )
}

import { Checkbox, Group } from '@mantine/core'
import { useState } from 'react'

/** The recipient of each copy (source: CGST rule 48). */
const copies = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']

/** The copies of an invoice to print. They keep the order of the law, whatever the order of choosing. */
export function useCopies() {
  const [chosen, setChosen] = useState(copies.slice(0, 1))
  const select = (
    <Checkbox.Group label="Copies" value={chosen} onChange={setChosen}>
      <Group gap="md" mih={36}>
        {copies.map((copy) => (
          <Checkbox key={copy} value={copy} label={copy} />
        ))}
      </Group>
    </Checkbox.Group>
  )
  return { printed: copies.filter((copy) => chosen.includes(copy)), select }
}

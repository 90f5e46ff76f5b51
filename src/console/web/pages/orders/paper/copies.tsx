import { Checkbox, Group } from '@mantine/core'
import { useState } from 'react'

/** For whom each copy is (source: CGST rule 48). */
const copies = ['Original for recipient', 'Duplicate for transporter', 'Triplicate for supplier']

/** Which copies of an invoice are printed, in the order of the law, however they were chosen. */
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

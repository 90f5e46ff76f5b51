import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { isNested, newField, type Draft } from './draft.ts'

type Head = Draft['head']

type DraftHeadProps = { head: Head; onChange: (head: Head) => void }

/** The head of a document: names and values. */
export function DraftHead({ head, onChange }: DraftHeadProps) {
  const change = (id: string, changed: Partial<Head[number]>) =>
    onChange(head.map((field) => (field.id === id ? { ...field, ...changed } : field)))
  return (
    <Stack gap="xs" role="group" aria-label="Head of the document">
      {head.map((field, index) => {
        const name = field.label === '' ? `field ${index + 1}` : field.label
        return (
          <Group key={field.id} gap="xs" wrap="nowrap">
            <TextInput
              flex="1 1 38%"
              aria-label={`Name of ${name}`}
              placeholder="Name"
              value={field.label}
              onChange={({ currentTarget }) => change(field.id, { label: currentTarget.value })}
            />
            <TextInput
              flex="1 1 62%"
              aria-label={`Value of ${name}`}
              placeholder="Value"
              disabled={isNested(field)}
              value={field.text}
              onChange={({ currentTarget }) => change(field.id, { text: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              c="inherit"
              aria-label={`Take ${name} away`}
              onClick={() => onChange(head.filter(({ id }) => id !== field.id))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )
      })}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...head, newField()])}
        >
          Add a field
        </Button>
      </Group>
    </Stack>
  )
}

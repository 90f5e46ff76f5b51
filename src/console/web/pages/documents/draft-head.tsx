import { ActionIcon, Button, Flex, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { DoubtfulInput } from './doubtful-input.tsx'
import { isNested, newField, type Draft } from './draft.ts'
import type { DoubtOf } from './use-doubts.ts'

type Head = Draft['head']

type DraftHeadProps = { head: Head; doubtOf: DoubtOf; onChange: (head: Head) => void }

/** The head of a document: names and values. */
export function DraftHead({ head, doubtOf, onChange }: DraftHeadProps) {
  const first = head.find((field) => !isNested(field))?.id
  const change = (id: string, changed: Partial<Head[number]>) =>
    onChange(head.map((field) => (field.id === id ? { ...field, ...changed } : field)))
  return (
    <Stack gap="xs" role="group" aria-label="Head of the document">
      {head.map((field, index) => {
        const name = field.label === '' ? `field ${index + 1}` : field.label
        return (
          <Flex
            key={field.id}
            gap="xs"
            align="flex-start"
            wrap={{ base: 'wrap', sm: 'nowrap' }}
            mb={{ base: 'xs', sm: 0 }}
          >
            <TextInput
              flex={{ base: '1 1 100%', sm: '1 1 38%' }}
              aria-label={`Name of ${name}`}
              placeholder="Name"
              value={field.label}
              onChange={({ currentTarget }) => change(field.id, { label: currentTarget.value })}
            />
            <DoubtfulInput
              flex={{ base: '1 1 60%', sm: '1 1 62%' }}
              aria-label={`Value of ${name}`}
              placeholder="Value"
              // The form was opened to type here.
              autoFocus={field.id === first}
              doubt={doubtOf({ place: 'metadata', label: field.label.trim(), text: field.text })}
              disabled={isNested(field)}
              value={field.text}
              onChange={({ currentTarget }) => change(field.id, { text: currentTarget.value })}
            />
            <ActionIcon
              mt={4}
              aria-label={`Take ${name} away`}
              onClick={() => onChange(head.filter(({ id }) => id !== field.id))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Flex>
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

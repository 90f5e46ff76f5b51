import { Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** A key, an address or a command with its button to copy it; one click into the text selects all of it. */
export function Copyable({ title, value, label }: { title: string; value: string; label: string }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <CopyButton value={value} label={label} size="xs" />
      </Group>
      <Code block className="copyable">
        {value}
      </Code>
    </Stack>
  )
}

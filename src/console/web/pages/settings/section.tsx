import { Paper, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

type SectionCardProps = { title: string; lead?: ReactNode; children: ReactNode }

/** One thing to decide or to look at. */
export function SectionCard({ title, lead, children }: SectionCardProps) {
  const id = useId()
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={id}>
      <Stack gap={4} mb="md">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text size="sm" c="dimmed" maw="65ch" component="div">
            {lead}
          </Text>
        )}
      </Stack>
      {children}
    </Paper>
  )
}

import { Container, Group, Paper, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Logo } from './logo.tsx'

type EntryCardProps = { title: string; lead?: ReactNode; width?: number; children: ReactNode }

/** What is around the pages that come before signing in. */
export function EntryCard({ title, lead, width = 440, children }: EntryCardProps) {
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
  return (
    <Container component="main" size={width} py={{ base: 'md', sm: 48 }} px="md">
      <Group gap="sm" mb="lg" justify="center">
        <Logo />
        <Text fw={600} size="lg">
          Daybook
        </Text>
      </Group>
      <Paper withBorder shadow="sm" p={{ base: 'md', sm: 'xl' }}>
        <Title order={1} size="h3" mb={lead === undefined ? 'md' : 4}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" size="sm" mb="md">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </Container>
  )
}

import { Anchor, Breadcrumbs, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { t } from '../language/language.ts'

type PageHeaderProps = {
  title: string
  /** The pages above this one, the topmost first. */
  trail?: readonly { to: NonNullable<LinkProps['to']>; label: string }[]
  /** One or two sentences about the page's purpose. */
  children?: ReactNode
  /** Buttons, the most important one last. */
  actions?: ReactNode
}

/** The top of a page: its only first-level heading, and its actions. */
export function PageHeader({ title, trail = [], children, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} flex="1 1 18rem">
        {trail.length > 0 && (
          <Breadcrumbs component="nav" aria-label={t('Breadcrumbs')} fz="sm">
            {trail.map(({ to, label }) => (
              <Anchor key={label} component={Link} to={to} fz="sm">
                {label}
              </Anchor>
            ))}
            <Text size="sm" c="dimmed" aria-current="page">
              {title}
            </Text>
          </Breadcrumbs>
        )}
        <Title order={1} size="h2" className="page-title">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" maw="65ch">
            {children}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}

type SectionCardProps = {
  title: string
  lead?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page with its own heading. */
export function SectionCard({ title, lead, aside, className = '', children }: SectionCardProps) {
  const id = useId()
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-labelledby={id}
      className={className}
    >
      <Stack gap={4} mb="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {aside}
        </Group>
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

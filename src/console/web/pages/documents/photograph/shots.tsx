import { Button, Group, Image, Paper, Stack, Text } from '@mantine/core'
import type { Shot } from './use-shots.ts'
import { t } from '../../../language/language.ts'

type ShotsProps = {
  shots: readonly Shot[]
  retaken: string | null
  onRetake: (key: string | null) => void
  onRemove: (key: string) => void
}

/** The pages that were photographed so far. */
export function Shots({ shots, retaken, onRetake, onRemove }: ShotsProps) {
  if (shots.length === 0) return null
  return (
    <Group component="ul" gap="sm" m={0} p={0} align="stretch" style={{ listStyle: 'none' }}>
      {shots.map(({ key, address }, index) => {
        const name = t('page {{value}}', { value: index + 1 })
        const isRetaken = key === retaken
        return (
          <Paper component="li" key={key} withBorder p={4}>
            <Stack gap={2} align="center">
              <Image
                src={address}
                alt={t('Photo of {{name}}', { name })}
                w={110}
                h={110}
                fit="contain"
              />
              <Text size="xs">
                {isRetaken ? t('taken again next') : t('Page {{value}}', { value: index + 1 })}
              </Text>
              <Group gap={2} wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant={isRetaken ? 'light' : 'subtle'}
                  aria-label={t('Retake {{name}}', { name })}
                  onClick={() => onRetake(isRetaken ? null : key)}
                >
                  {t('Retake')}
                </Button>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t('Remove {{name}}', { name })}
                  onClick={() => onRemove(key)}
                >
                  {t('Remove')}
                </Button>
              </Group>
            </Stack>
          </Paper>
        )
      })}
    </Group>
  )
}

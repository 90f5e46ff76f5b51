import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { counted, formatCount } from '../../components/values.tsx'
import { api, ask } from '../../client.ts'
import { useIsShown, useRefresh } from '../../components/commands.tsx'
import { callCharactersMax, preparePicture, adviceOnPhotos } from '../../components/image-field.tsx'
import { messageOf } from '../../refusal.ts'
import { photosOn, type Photo, type Target } from './photos.ts'
import { Note } from '../../components/note.tsx'

type SavingPhotosProps = {
  saving: Saving
  onRetry(): void
  /** Actions to show after the saving. */
  children?: ReactNode
}

/** The progress of the saving, then the result. */
export function SavingPhotos({ saving, onRetry, children }: SavingPhotosProps) {
  const { state, total, saved } = saving
  const failed = saved.filter(({ problem }) => problem !== null)
  const fine = saved.filter(({ problem }) => problem === null)
  const photos = fine.reduce((sum, each) => sum + each.photos, 0)
  return (
    <Stack maw={720}>
      {state === 'running' && (
        <Stack gap={4}>
          <Progress value={(100 * saved.length) / Math.max(total, 1)} aria-label="Saving photos" />
          <Text size="sm" c="dimmed" role="status">
            {formatCount(saved.length)} of {counted(total, 'product')}
          </Text>
        </Stack>
      )}
      {state === 'done' && fine.length > 0 && (
        <Note color="green" icon={IconCheck} title="Done" role="status">
          {`${counted(photos, 'photo')} ${photos === 1 ? 'is' : 'are'} on ${counted(fine.length, 'product')}.`}
        </Note>
      )}
      {failed.map(({ target, problem }) => (
        <Alert
          key={target.id}
          color="red"
          role="alert"
          title={`${target.name} did not get its photos`}
        >
          {problem}
        </Alert>
      ))}
      {fine.map(({ target, warnings }) =>
        warnings.map((warning) => (
          <Alert key={`${target.id} ${warning}`} color="yellow" title={target.name}>
            {warning}
          </Alert>
        )),
      )}
      {state === 'done' && (
        <Group>
          {failed.length > 0 && (
            <Button variant="default" onClick={onRetry}>
              Try those again
            </Button>
          )}
          {children}
        </Group>
      )}
    </Stack>
  )
}

/** The result for one product. `problem`: why the product did not get its photos. */
type Saved = { target: Target; photos: number; problem: string | null; warnings: string[] }

export type Saving = { state: 'idle' | 'running' | 'done'; total: number; saved: Saved[] }

const idle: Saving = { state: 'idle', total: 0, saved: [] }

type Input = { photos: readonly Photo[]; targets: readonly Target[]; replaces: boolean }

/** Saves the photos product by product. A refused product does not stop the others. */
export function useSaving() {
  const [saving, setSaving] = useState(idle)
  const refresh = useRefresh()
  const isShown = useIsShown()
  const last = useRef<Input>(undefined)
  const save = async (input: Input) => {
    const { photos, targets, replaces } = input
    last.current = input
    const wanted = targets.filter(({ id }) => photosOn(photos, id).length > 0)
    setSaving({ state: 'running', total: wanted.length, saved: [] })
    for (const target of wanted) {
      if (!isShown.current) return
      const files = photosOn(photos, target.id).map(({ file }) => file)
      const told = await putOn(target.id, files, replaces).then(
        (warnings) => ({ problem: null, warnings }),
        (error: unknown) => ({ problem: messageOf(error), warnings: [] }),
      )
      setSaving((before) => ({
        ...before,
        saved: [...before.saved, { target, photos: files.length, ...told }],
      }))
    }
    setSaving((before) => ({ ...before, state: 'done' }))
    await refresh()
  }
  /** Tries the failed products again. */
  const retry = async () => {
    const failed = saving.saved.flatMap(({ target, problem }) => (problem === null ? [] : target))
    if (last.current !== undefined) await save({ ...last.current, targets: failed })
  }
  return { saving, save, retry, reset: () => setSaving(idle) }
}

/** Sends photos to a product in as few calls as possible. Returns the warnings about left-out photos. Throws Refusal. */
async function putOn(id: string, files: readonly File[], replaces: boolean): Promise<string[]> {
  const warnings: string[] = []
  let waiting: string[] = []
  let isFirst = true
  const send = async () => {
    const answer = await ask(
      api.products({ id }).photos.post({ photos: waiting, replaces: replaces && isFirst }),
    )
    warnings.push(...answer.warnings)
    waiting = []
    isFirst = false
  }
  for (const file of files) {
    const photo = await preparePicture(file).catch(() => null)
    if (photo === null) {
      warnings.push(
        `This browser cannot open ${file.name}. Save it as JPEG or PNG first.${adviceOnPhotos([file.name])}`,
      )
      continue
    }
    const characters = waiting.reduce((sum, { length }) => sum + length, photo.length)
    if (waiting.length > 0 && characters > callCharactersMax) await send()
    waiting.push(photo)
  }
  if (waiting.length > 0) await send()
  return warnings
}

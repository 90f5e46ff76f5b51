import {
  Button,
  FileButton,
  Group,
  Image,
  Modal,
  Paper,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import dayjs from 'dayjs'
import {
  CameraView,
  frameOf,
  pixelsOf,
  useCamera,
  useFrames,
} from '../../../components/camera/camera.tsx'
import { tCounted } from '../../../components/values.tsx'
import { t } from '../../../language/language.ts'
import { photosPdf } from '../../../../platform/pictures/photos-pdf.ts'
import { newKey } from '../../../new-key.ts'

type PhotographProps = { isOpen: boolean; onClose: () => void; onTaken: (files: File[]) => void }

/** Photographs papers page by page. Each page can be retaken. The pages become one document or one document each. */
export function PhotographDocuments({ isOpen, onClose, onTaken }: PhotographProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('Photograph a document')} size="lg">
      <Photographing
        onTaken={(files) => {
          onClose()
          onTaken(files)
        }}
      />
    </Modal>
  )
}

function Photographing({ onTaken }: Pick<PhotographProps, 'onTaken'>) {
  const camera = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const { shots, add, remove, retake, retaken } = useShots()
  const take = async () => {
    if (video.current === null || video.current.videoWidth === 0) return
    add(shotOf(await jpegFile(frameOf(video.current).canvas)))
  }
  return (
    <Stack gap="sm">
      <CameraView camera={camera} video={video} label={t('What the camera sees')}>
        <EdgeHint video={video} />
      </CameraView>
      {camera.problem === null ? (
        <Button leftSection={<IconCamera size={18} aria-hidden />} onClick={() => void take()}>
          {takeWords(shots, retaken)}
        </Button>
      ) : (
        <PhonesCamera label={takeWords(shots, retaken)} onShot={add} />
      )}
      <Shots shots={shots} retaken={retaken} onRetake={retake} onRemove={remove} />
      {shots.length > 0 && <Use shots={shots} onTaken={onTaken} />}
    </Stack>
  )
}

function takeWords(shots: readonly Shot[], retaken: string | null): string {
  const index = shots.findIndex(({ key }) => key === retaken)
  if (index >= 0) return t('Take page {{value}} again', { value: index + 1 })
  return shots.length === 0
    ? t('Take the photo')
    : t('Take page {{value}}', { value: shots.length + 1 })
}

/** Without HTTPS a page cannot use the camera, but the phone's own camera app works. */
function PhonesCamera({ label, onShot }: { label: string; onShot: (shot: Shot) => void }) {
  return (
    <FileButton
      accept="image/jpeg"
      capture="environment"
      onChange={(file) => {
        if (file !== null) onShot(shotOf(file))
      }}
    >
      {(props) => (
        <Button leftSection={<IconCamera size={18} aria-hidden />} {...props}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

function Use({ shots, onTaken }: { shots: readonly Shot[]; onTaken: (files: File[]) => void }) {
  const [parts, setParts] = useState<'one' | 'each'>('one')
  const use = async () => {
    if (shots.length === 1 || parts === 'each') onTaken(shots.map(({ file }) => file))
    else onTaken([await joinedFile(shots.map(({ file }) => file))])
  }
  return (
    <Group justify="space-between">
      {shots.length > 1 ? (
        <SegmentedControl
          aria-label={t('What the photos are')}
          data={[
            { value: 'one', label: t('One document') },
            { value: 'each', label: tCounted(shots.length, 'document') },
          ]}
          value={parts}
          onChange={setParts}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('More pages? Take them one after the other.')}
        </Text>
      )}
      <Button onClick={() => void use()}>
        {shots.length === 1
          ? t('Use the photo')
          : t('Use {{photos}}', { photos: tCounted(shots.length, 'photo') })}
      </Button>
    </Group>
  )
}

/** Print stays sharp, and a page takes about a megabyte. */
const jpegQuality = 0.9

const jpeg = 'image/jpeg'
const pdf = 'application/pdf'

/** A picture as a JPEG file, named by the time. */
async function jpegFile(canvas: HTMLCanvasElement): Promise<File> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const take = (blob: Blob | null) =>
    blob === null ? reject(new Error('The browser made no photo.')) : resolve(blob)
  canvas.toBlob(take, jpeg, jpegQuality)
  return new File([await promise], nameNow('jpg'), { type: jpeg })
}

/** Photos as one PDF, one on each page. */
async function joinedFile(files: readonly File[]): Promise<File> {
  return new File([photosPdf(await Promise.all(files.map(uprightPhoto)))], nameNow('pdf'), {
    type: pdf,
  })
}

/** A phone may store a photo on its side with a note how to turn it. PDFs ignore that note. */
async function uprightPhoto(file: File) {
  const bitmap = await createImageBitmap(file)
  const asTaken = await createImageBitmap(file, { imageOrientation: 'none' })
  const { width, height } = bitmap
  const isUpright = width === asTaken.width && height === asTaken.height
  const upright = isUpright ? file : await jpegFile(canvasOf(bitmap))
  return { jpeg: new Uint8Array(await upright.arrayBuffer()), width, height }
}

function canvasOf(bitmap: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  return canvas
}

/** A name like those of phones. */
function nameNow(ending: 'jpg' | 'pdf'): string {
  return `Photo_${dayjs().format('YYYYMMDD_HHmmss')}.${ending}`
}

type ShotsProps = {
  shots: readonly Shot[]
  retaken: string | null
  onRetake: (key: string | null) => void
  onRemove: (key: string) => void
}

/** The photographed pages. */
function Shots({ shots, retaken, onRetake, onRemove }: ShotsProps) {
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

/** A photo of a page. `address` shows it until it is revoked. */
type Shot = { key: string; file: File; address: string }

function shotOf(file: File): Shot {
  return { key: newKey(), file, address: URL.createObjectURL(file) }
}

/** The photos in order. The next photo replaces the one that is `retaken`. */
function useShots() {
  const [shots, setShots] = useState<readonly Shot[]>([])
  const [retaken, retake] = useState<string | null>(null)
  useForgotten(shots)
  return {
    shots,
    retaken,
    retake,
    add(shot: Shot) {
      setShots((before) =>
        before.some(({ key }) => key === retaken)
          ? before.map((each) => (each.key === retaken ? shot : each))
          : [...before, shot],
      )
      retake(null)
    },
    remove: (key: string) => setShots((before) => before.filter((shot) => shot.key !== key)),
  }
}

/** The browser keeps a photo in memory until its address is revoked. */
function useForgotten(shots: readonly Shot[]): void {
  const shown = useRef(shots)
  useEffect(() => {
    for (const { address } of shown.current.filter((shot) => !shots.includes(shot))) {
      URL.revokeObjectURL(address)
    }
    shown.current = shots
  }, [shots])
  useEffect(() => () => shown.current.forEach(({ address }) => URL.revokeObjectURL(address)), [])
}

/** The time between two guesses in milliseconds, and the width of the examined picture in pixels. */
const guessEveryMs = 200
const guessWidth = 120

/** Draws the guessed outline of the paper over the camera's picture. */
function EdgeHint({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const [corners, setCorners] = useState<Corner[]>()
  useFrames(video, guessEveryMs, (seen) =>
    setCorners(findPaper(pixelsOf(frameOf(seen, guessWidth)))),
  )
  if (corners === undefined) return null
  const points = corners.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')
  return (
    <svg className="camera-hint" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polygon points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** A corner as shares of the picture, from the left and the top. */
export type Corner = { x: number; y: number }

/** A smaller area is not a photographed paper, and a larger one has no visible edge. */
const areaMin = 0.12
const areaMax = 0.97

/** The bright share of the area between the corners: print takes little of it. */
const brightMin = 0.75

/** Guesses the four corners of the paper in a picture, clockwise from the upper left. Undefined if no paper stands out. */
export function findPaper({ data, width, height }: ImageData): Corner[] | undefined {
  const light = lightOf(data)
  const bright = brightPatch(light, width, thresholdOf(light))
  const corners = extremesOf(bright, width)
  const area = areaOf(corners)
  const count = bright.reduce((sum, isBright) => sum + isBright, 0)
  const share = area / (width * height)
  if (share < areaMin || share > areaMax || count / area < brightMin) return undefined
  return corners.map(({ x, y }) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height }))
}

function lightOf(data: Uint8ClampedArray): Uint8Array {
  const light = new Uint8Array(data.length / 4)
  for (let at = 0; at < light.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3)
    light[at] = (red + green + blue) / 3
  }
  return light
}

/** The brightness that best separates dark from bright (source: Otsu, "A threshold selection method", 1979). */
function thresholdOf(light: Uint8Array): number {
  const counts = new Float64Array(256)
  for (const each of light) counts[each] = (counts[each] ?? 0) + 1
  const total = light.reduce((sum, each) => sum + each, 0)
  let [best, bestSpread, below, belowSum] = [0, 0, 0, 0]
  for (let at = 0; at < 256; at++) {
    below += counts[at] ?? 0
    belowSum += at * (counts[at] ?? 0)
    const above = light.length - below
    if (below === 0 || above === 0) continue
    const spread = below * above * (belowSum / below - (total - belowSum) / above) ** 2
    if (spread > bestSpread) [best, bestSpread] = [at, spread]
  }
  return best
}

/** The bright pixels (1) connected with the bright pixel nearest to the middle. Other bright areas are not the paper. */
function brightPatch(light: Uint8Array, width: number, threshold: number): Uint8Array {
  const patch = new Uint8Array(light.length)
  const middle = Math.floor(light.length / 2 + width / 2)
  const start = light.findIndex((each, at) => at >= middle && each > threshold)
  const waiting = start === -1 ? [] : [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (patch[at] === 1 || (light[at] ?? 0) <= threshold) continue
    patch[at] = 1
    const column = at % width
    if (column > 0) waiting.push(at - 1)
    if (column < width - 1) waiting.push(at + 1)
    waiting.push(at - width, at + width)
  }
  return patch
}

/** The pixels furthest towards each corner of the picture. */
function extremesOf(patch: Uint8Array, width: number): Corner[] {
  const towards: readonly [number, number][] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
  const pixels = [...patch.keys()].filter((at) => patch[at] === 1)
  return towards.map(([right, down]) => {
    let corner = { x: 0, y: 0 }
    let most = -Infinity
    for (const at of pixels) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const far = right * x + down * y
      if (far > most) [corner, most] = [{ x, y }, far]
    }
    return corner
  })
}

/** The area of a polygon (shoelace formula). */
function areaOf(corners: readonly Corner[]): number {
  const doubled = corners.map(({ x, y }, at) => {
    const next = corners[(at + 1) % corners.length] ?? { x, y }
    return x * next.y - next.x * y
  })
  return Math.abs(doubled.reduce((sum, each) => sum + each, 0)) / 2
}

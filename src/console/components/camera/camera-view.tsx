import { Alert } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Camera, CameraProblem } from './use-camera.ts'
import { t } from '../../language/language.ts'

type CameraViewProps = {
  camera: Camera
  video: RefObject<HTMLVideoElement | null>
  label: string
  /** An overlay on the picture. */
  children?: ReactNode
}

/** The camera's picture, or why there is none. */
export function CameraView({
  camera: { stream, problem },
  video,
  label,
  children,
}: CameraViewProps) {
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream
  }, [video, stream])
  if (problem !== null) return <Alert color="yellow">{problemTexts[problem]}</Alert>
  return (
    <div className="camera">
      <video ref={video} autoPlay playsInline muted aria-label={label} />
      {children}
    </div>
  )
}

const problemTexts: Record<CameraProblem, string> = {
  insecure: t(
    'Browsers let a page use the camera only over HTTPS, or on the computer that Daybook itself runs on. An owner can set HTTPS up (Settings, in the reference pages).',
  ),
  refused: t(
    'The browser was told not to let this page use the camera. Allow it beside the address.',
  ),
  none: t('No camera was found, or another program uses it.'),
}

/** Runs `look` on the camera's picture again and again, with a pause of `pauseMs` between two runs. */
export function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  pauseMs: number,
  look: (video: HTMLVideoElement) => Promise<void> | void,
): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async () => {
      const { current } = video
      if (current !== null && current.videoWidth > 0) await latest.current(current)
      timer = setTimeout(() => void next(), pauseMs)
    }
    timer = setTimeout(() => void next(), pauseMs)
    return () => clearTimeout(timer)
  }, [video, pauseMs])
}

/** A frame of the video, scaled down to `widthMax` pixels. */
export function frameOf(video: HTMLVideoElement, widthMax = Infinity): CanvasRenderingContext2D {
  const scale = Math.min(1, widthMax / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('The browser draws no pictures.')
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context
}

export function pixelsOf(context: CanvasRenderingContext2D): ImageData {
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height)
}

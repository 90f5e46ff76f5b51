; Daybook for Windows, for the user who runs it: no administrator needed. Made by scripts/release/windows-installer.ts.
; Silent: setup.exe /S [/STARTUP=1] [/D=C:\place]. The data directory is never touched, here nor when it is removed.
; Debian's NSIS has this one too; the program itself is for 64 bits alone.
Target amd64-unicode
; The program is packed inside: setup.exe is half its size.
SetCompressor /SOLID lzma
; When a file was written says only when the release was made: the same parts give the same bytes.
SetDateSave off
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

Name "Daybook"
OutFile "${OUTFILE}"
InstallDir "$LOCALAPPDATA\Programs\Daybook"
InstallDirRegKey HKCU "Software\Daybook" "InstallDir"
RequestExecutionLevel user
ManifestSupportedOS all
ManifestDPIAware true
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Daybook"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Daybook setup"
VIAddVersionKey LegalCopyright "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Daybook"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

!define MUI_WELCOMEPAGE_TEXT "This puts Daybook on this computer, for you alone. It needs no administrator and no internet.$\r$\n$\r$\nYour data are kept apart from the program, in $LOCALAPPDATA\Daybook.$\r$\n$\r$\nIf Daybook is running, close its window first."
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\daybook.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open Daybook now"
!define MUI_FINISHPAGE_TEXT "Daybook is in the start menu. When phones or other computers shall reach it, Windows asks at that moment whether to let Daybook through its firewall: allow it on private networks."
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Daybook" theProgram
  SectionIn RO
  SetOutPath "$INSTDIR"
  ; A program that runs may get another name, and nothing may take its place: whoever serves goes on with the old one
  ; until it is started again.
  ${If} ${FileExists} "$INSTDIR\daybook.exe"
    Delete "$INSTDIR\daybook.old.exe"
    Rename "$INSTDIR\daybook.exe" "$INSTDIR\daybook.old.exe"
    ${If} ${Errors}
      MessageBox MB_ICONSTOP "Daybook is running. Close its window (or remove the service), and start this again." /SD IDOK
      SetErrorLevel 1
      Abort
    ${EndIf}
  ${EndIf}
  File "/oname=daybook.exe" "${PROGRAM}"
  File "/oname=licences.txt" "${NOTICES}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Daybook.lnk" "$INSTDIR\daybook.exe" "" "$INSTDIR\daybook.exe" 0 SW_SHOWMINIMIZED "" "Open Daybook"
  WriteRegStr HKCU "Software\Daybook" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Daybook"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\daybook.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Daybook"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" "${KILOBYTES}"
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section /o "Start when I sign in" signIn
  WriteRegStr HKCU "${RUN}" "Daybook" '"$INSTDIR\daybook.exe" serve'
SectionEnd

LangString aboutProgram ${LANG_ENGLISH} "The program, and its entry in the start menu, which opens the console."
LangString aboutSignIn ${LANG_ENGLISH} "Daybook serves from your sign-in on. To have it serve without anybody signing in: daybook service install, as administrator."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
  !insertmacro MUI_DESCRIPTION_TEXT ${theProgram} $(aboutProgram)
  !insertmacro MUI_DESCRIPTION_TEXT ${signIn} $(aboutSignIn)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
  ${GetParameters} $0
  ${GetOptions} $0 "/STARTUP=" $1
  ${If} $1 == "1"
    SectionSetFlags ${signIn} ${SF_SELECTED}
  ${EndIf}
FunctionEnd

Section "Uninstall"
  Delete "$INSTDIR\daybook.exe"
  ${If} ${Errors}
    MessageBox MB_ICONSTOP "Daybook is running. Close its window (or remove the service), and start this again." /SD IDOK
    SetErrorLevel 1
    Abort
  ${EndIf}
  ; By name, and the folder only when it is empty then: somebody may keep data beside the program.
  Delete "$INSTDIR\daybook.old.exe"
  Delete "$INSTDIR\daybook.failed.exe"
  Delete "$INSTDIR\daybook.update-lock"
  Delete "$INSTDIR\licences.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Daybook.lnk"
  DeleteRegValue HKCU "${RUN}" "Daybook"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Daybook"
SectionEnd

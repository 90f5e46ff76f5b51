/** VBA as it is written: backslashes stay, and the line break after the first backtick goes. */
export function vbaLines(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw(strings, ...values).slice(1)
}

export const callFunction = vbaLines`
' Asks Daybook; its own sentence says why when it refuses.
Function CallDaybook(method As String, path As String, body As String, Optional orderKey As String = "") As String
    Dim http As Object
    Set http = CreateObject("WinHttp.WinHttpRequest.5.1")
    http.Open method, ApiBase & path, False
    http.SetRequestHeader "Authorization", "Bearer " & ApiKey
    http.SetRequestHeader "Content-Type", "application/json; charset=utf-8"
    If orderKey <> "" Then http.SetRequestHeader "Idempotency-Key", orderKey
    http.Send body
    If http.Status >= 400 Then Err.Raise vbObjectError + http.Status, "Daybook", http.ResponseText
    CallDaybook = http.ResponseText
End Function
`

// Without VBScript.RegExp: Windows is about to go without VBScript.
export const fieldFunction = vbaLines`
' The first value of a field from a place on; empty when there is none.
Function FieldOf(json As String, field As String, Optional start As Long = 1) As String
    Dim first As Long, last As Long, text As String
    first = InStr(start, json, """" & field & """:")
    If first = 0 Then Exit Function
    first = first + Len(field) + 3
    If Mid(json, first, 1) <> """" Then
        FieldOf = Split(Split(Mid(json, first, 40), ",")(0), "}")(0)
        Exit Function
    End If
    last = first + 1
    Do While last <= Len(json) And Mid(json, last, 1) <> """"
        If Mid(json, last, 1) = "\" Then last = last + 1
        last = last + 1
    Loop
    text = Replace(Mid(json, first + 1, last - first - 1), "\\", Chr(1))
    text = Replace(Replace(Replace(text, "\""", """"), "\n", vbLf), "\t", vbTab)
    FieldOf = Replace(text, Chr(1), "\")
End Function
`

export const rowFunctions = vbaLines`
' The row of the open sheet with this text in column A, else the first free one: what comes again is not there twice.
Function RowOf(key As String, width As Long) As Range
    Dim found As Variant, target As Range
    found = Application.Match(key, ActiveSheet.Columns(1), 0)
    If IsError(found) Then found = ActiveSheet.Cells(ActiveSheet.Rows.Count, 1).End(xlUp).Row + 1
    Set target = ActiveSheet.Cells(found, 1).Resize(1, width)
    ' As text, "0012" stays what it is.
    target.NumberFormat = "@"
    target.Cells(1).Value = key
    Set RowOf = target
End Function

' Whether the workbook has a file that it can be saved to.
Function CanSave() As Boolean
    CanSave = ActiveWorkbook.Path <> ""
    If ActiveWorkbook.Path = "" Then MsgBox "First save this workbook as an Excel Macro-Enabled Workbook (.xlsm)."
End Function
`

export const sendFunctions = vbaLines`
Function LastRow() As Long
    LastRow = ActiveSheet.Cells(ActiveSheet.Rows.Count, 1).End(xlUp).Row
End Function

Function TextOf(row As Long, column As Long) As String
    TextOf = CStr(ActiveSheet.Cells(row, column).Value)
End Function

' A cell as a field of JSON; nothing when it is empty.
Function NumberOf(row As Long, column As Long, field As String) As String
    Dim text As String
    text = TextOf(row, column)
    If text = "" Then Exit Function
    If IsNumeric(ActiveSheet.Cells(row, column).Value) Then
        text = Replace(Format(ActiveSheet.Cells(row, column).Value, "0.00"), ",", ".")
    Else
        text = Quoted(text)
    End If
    NumberOf = ",""" & field & """:" & text
End Function

' A text as JSON writes it; letters beyond ASCII by their numbers, so that they arrive as they are.
Function Quoted(text As String) As String
    Dim i As Long, code As Long, json As String
    For i = 1 To Len(text)
        code = AscW(Mid(text, i, 1)) And &HFFFF&
        Select Case code
            Case 34, 92: json = json & "\" & Mid(text, i, 1)
            Case 32 To 126: json = json & Mid(text, i, 1)
            Case Else: json = json & "\u" & Right("000" & Hex(code), 4)
        End Select
    Next
    Quoted = """" & json & """"
End Function

Sub ShowResult(row As Long, column As Long, answer As String)
    ActiveSheet.Cells(row, column).Value = Trim(FieldOf(answer, "status") & " " & FieldOf(answer, "message"))
End Sub
`

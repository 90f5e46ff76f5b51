"""Reads modules of VBA as Office's own grammar wants them, and says where one does not fit. Takes their files."""

import sys

from antlr4 import CommonTokenStream, InputStream
from antlr4.error.ErrorListener import ErrorListener
from antlr4_vba.vbaLexer import vbaLexer
from antlr4_vba.vbaParser import vbaParser

# Each module that Office keeps begins with it; what is pasted into Office does not have it.
HEAD = 'Attribute VB_Name = "Module1"\n'


class Faults(ErrorListener):
    def __init__(self, file: str) -> None:
        self.file = file
        self.count = 0

    def syntaxError(self, recognizer, symbol, line, column, message, error) -> None:
        self.count += 1
        print(f"{self.file}, line {line - 1}: {message}")


def faults_of(file: str) -> int:
    faults = Faults(file)
    with open(file, encoding="utf-8") as code:
        lexer = vbaLexer(InputStream(HEAD + code.read()))
    parser = vbaParser(CommonTokenStream(lexer))
    for reader in (lexer, parser):
        reader.removeErrorListeners()
        reader.addErrorListener(faults)
    parser.startRule()
    return faults.count


sys.exit(1 if sum(faults_of(file) for file in sys.argv[1:]) > 0 else 0)

"""Errors about a document, with codes of the contract's error table."""


class JobFailure(Exception):
    def __init__(self, code, detail='', **params):
        super().__init__(f'{code} {detail}')
        self.code = code
        self.detail = detail
        self.params = params


def damaged(detail):
    return JobFailure('file-damaged', detail)

"""The settings every LibreOffice of ours starts with: nothing runs, nothing is fetched, nothing is remembered."""

import os

SETTINGS = [
    # Macros and whatever else a document would like to run.
    ('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
    ('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
    ('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
    # Pictures and parts that stand elsewhere: neither fetched nor read from the disk.
    ('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
    ('Office.Writer/Content/Update', 'Link', '2'),
    ('Office.Writer/Content/Update', 'Field', 'false'),
    ('Office.Common/Load', 'UserDefinedSettings', 'false'),
    # Comments would be laid out in windows, whose descriptions the package without a screen does not have.
    ('Office.Writer/Content/Display', 'Note', 'false'),
    ('Office.WriterWeb/Content/Display', 'Note', 'false'),
    # No look for news, no crash reports, no list of recent documents, no copies for recovery.
    ('Office.Common/Misc', 'FirstRun', 'false'),
    ('Office.Common/Misc', 'CrashReport', 'false'),
    ('Office.Common/Misc', 'CollectUsageInformation', 'false'),
    ('Office.Common/History', 'PickListSize', '0'),
    ('Office.Common/Save/Document', 'AutoSave', 'false'),
    ('Office.Common/Save/Document', 'CreateBackup', 'false'),
    ('Office.Recovery/AutoSave', 'Enabled', 'false'),
    ('Office.Recovery/RecoveryInfo', 'Enabled', 'false'),
    ('Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job[\'UpdateCheck\']/Arguments', 'AutoCheckEnabled', 'false'),
]


def write_profile(folder):
    items = ''.join(
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f'<value>{value}</value></prop></item>\n'
        for path, name, value in SETTINGS
    )
    os.makedirs(os.path.join(folder, 'user'), exist_ok=True)
    with open(os.path.join(folder, 'user', 'registrymodifications.xcu'), 'w', encoding='utf-8') as file:
        file.write(
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<oor:items xmlns:oor="http://openoffice.org/2001/registry"'
            ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
            ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
            f'{items}</oor:items>\n'
        )

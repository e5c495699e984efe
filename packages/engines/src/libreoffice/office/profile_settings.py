"""Settings of every LibreOffice profile: no macros, no network access, no history."""

import os

SETTINGS = [
    # No macros or other active content.
    ('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
    ('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
    ('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
    # Linked images and parts are neither fetched nor read from disk.
    ('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
    ('Office.Writer/Content/Update', 'Link', '2'),
    ('Office.Writer/Content/Update', 'Field', 'false'),
    ('Office.Calc/Content/Update', 'Link', '2'),
    # Saved results are shown; formulas are only computed where the file has none.
    ('Office.Calc/Formula/Load', 'OOXMLRecalcMode', '1'),
    ('Office.Calc/Formula/Load', 'ODFRecalcMode', '1'),
    ('Office.Common/Load', 'UserDefinedSettings', 'false'),
    # Laying out comments needs UI descriptions that the headless package does not contain.
    ('Office.Writer/Content/Display', 'Note', 'false'),
    ('Office.WriterWeb/Content/Display', 'Note', 'false'),
    # No update checks, crash reports, recent documents or recovery copies.
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
